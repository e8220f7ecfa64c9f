import { type DataObject, dataObject, refuseData } from '../data-file.ts';
import { compareText, isJsonObject, type Json, type Model } from '../model.ts';
import { joinPointer } from '../pointer.ts';
import { stampFor, type Target } from './target.ts';
import { literal } from './text.ts';

export const FEATURES_PATH = 'capability/features.json';

/** One entry of the vocabulary of features. */
export interface FeatureEntry {
  readonly code: string;
  readonly title: string;
  readonly advice: string;
  readonly defaultRequirement: string;
  readonly modelVisible: boolean;
}

/** `features.ts`: the codes as a type, and what is said about each as a table. */
export const featuresTarget: Target = {
  name: 'features',
  emit: (model) => {
    const entries = readFeatures(model);
    return entries.length === 0 ? [] : [{ path: 'features.ts', text: featuresModule(entries) }];
  },
};

/** The entries of capability/features.json, sorted by code; none where there is no such file. Throws a SchemaError. */
export function readFeatures(model: Model): readonly FeatureEntry[] {
  const data = dataObject(model, FEATURES_PATH);
  if (data === undefined) return [];
  const features = data.json['features'];
  if (!isJsonObject(features))
    return refuseData(data, 'The file has no object "features".', 'List the features in it, by code.');
  return Object.entries(features)
    .map(([code, entry]) => featureEntry(data, code, entry))
    .sort((left, right) => compareText(left.code, right.code));
}

const REQUIREMENTS: readonly Json[] = ['required', 'preferred', 'optional'];

function featureEntry({ file }: DataObject, code: string, entry: Json): FeatureEntry {
  const place = { file, pointer: joinPointer('/features', code) };
  const { title, advice, defaultRequirement, modelVisible } = isJsonObject(entry) ? entry : {};
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(code))
    return refuseData(place, `"${code}" is no feature code.`, 'Write dotted kebab-case, as in "generation.seed".');
  if (typeof title !== 'string' || typeof advice !== 'string')
    return refuseData(place, `"${code}" lacks its "title" or its "advice".`, 'Both are sentences for a reader.');
  if (typeof defaultRequirement !== 'string' || !REQUIREMENTS.includes(defaultRequirement))
    return refuseData(place, `"${code}" has no "defaultRequirement".`, `It is one of ${REQUIREMENTS.join(', ')}.`);
  if (typeof modelVisible !== 'boolean')
    return refuseData(place, `"${code}" has no "modelVisible".`, 'It says whether a loss changes what the model sees.');
  return { code, title, advice, defaultRequirement, modelVisible };
}

function featuresModule(entries: readonly FeatureEntry[]): string {
  const codes = entries.map(({ code }) => `  | ${literal(code)}`).join('\n');
  const lines = entries.map(({ code, title, advice, defaultRequirement, modelVisible }) => {
    const fields = [
      `title: ${literal(title)}`,
      `advice: ${literal(advice)}`,
      `defaultRequirement: ${literal(defaultRequirement)}`,
      `modelVisible: ${modelVisible}`,
    ];
    return `  ${literal(code)}: {\n${fields.map((field) => `    ${field},`).join('\n')}\n  },`;
  });
  return `// ${stampFor(`schema/${FEATURES_PATH}`)}

/** What a profile can claim, and what an entry of a loss report can name. */
export type FeatureCode =
${codes};

export interface Feature {
  /** A noun phrase: what is carried. */
  readonly title: string;
  /** What to do about its loss. */
  readonly advice: string;
  /** The requirement where the input has none of its own. */
  readonly defaultRequirement: 'required' | 'preferred' | 'optional';
  /** Whether a loss changes what the model sees, or what shapes its answer. */
  readonly modelVisible: boolean;
}

export const FEATURES: Readonly<Record<FeatureCode, Feature>> = {
${lines.join('\n')}
};
`;
}
