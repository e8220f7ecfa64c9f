import { type Definition, type Family, familyFolder, type Model, type SourceFile } from '../model.ts';
import { FEATURES_PATH, readFeatures } from './features.ts';
import { definitionSection } from './reference/definition.ts';
import { cell, linkTo, pagePath, table } from './reference/link.ts';
import { code } from './reference/type-text.ts';
import { type OutputFile, stampFor, stampOf, type Target } from './target.ts';

/**
 * The reference for readers, in Markdown: a page per schema file, an index, and the vocabulary of features.
 * Its paths are below the folder of the reference, which is not the one of the generated code (generate-reference.ts).
 */
export const referenceTarget: Target = {
  name: 'reference',
  emit: (model) => [indexPage(model), ...featuresPage(model), ...model.families.flatMap(familyPages)],
};

interface Page {
  readonly file: SourceFile;
  readonly path: string;
  readonly definitions: readonly Definition[];
}

function pagesOf(family: Family): readonly Page[] {
  return family.files.flatMap((file) => {
    const definitions = [...family.definitions.values()]
      .filter((definition) => definition.file === file)
      .sort((left, right) => file.lineAt(left.pointer) - file.lineAt(right.pointer));
    return definitions.length === 0 ? [] : [{ file, path: pagePath(file), definitions }];
  });
}

function familyPages(family: Family): readonly OutputFile[] {
  return pagesOf(family).map(({ file, path, definitions }) => ({
    path,
    text: page(stampOf(family), [
      `# ${file.json['title']}`,
      String(file.json['description']),
      ...definitions.map((definition) => definitionSection(definition, family, path)),
    ]),
  }));
}

const INDEX_PATH = 'README.md';

function indexPage(model: Model): OutputFile {
  const sections = model.families.map((family) => {
    const rows = pagesOf(family).map(({ file, path, definitions }) => [
      `[${cell(String(file.json['title']))}](${path})`,
      definitions.map((definition) => linkTo(definition, INDEX_PATH)).join(', '),
    ]);
    return `## ${familyFolder(family)}\n\n${table(['page', 'types'], rows)}`;
  });
  const features = readFeatures(model).length === 0 ? [] : ['The vocabulary of features: [features](features.md).'];
  const text = page(stampFor('schema'), ['# Reference', 'Every type of the schemas.', ...features, ...sections]);
  return { path: INDEX_PATH, text };
}

function featuresPage(model: Model): readonly OutputFile[] {
  const features = readFeatures(model);
  if (features.length === 0) return [];
  const groups = Map.groupBy(features, (feature) => feature.code.split('.')[0] ?? '');
  const sections = [...groups].map(([group, entries]) => {
    const rows = entries.map((entry) => [
      code(entry.code),
      cell(entry.title),
      entry.defaultRequirement,
      entry.modelVisible ? 'yes' : '',
      cell(entry.advice),
    ]);
    const head = ['code', 'what', 'default requirement', 'the model sees it', 'when it is lost'];
    return `## ${group}\n\n${table(head, rows)}`;
  });
  const introduction = 'What a profile can claim, and what an entry of a loss report can name.';
  const text = page(stampFor(`schema/${FEATURES_PATH}`), ['# Features', introduction, ...sections]);
  return [{ path: 'features.md', text }];
}

function page(stamp: string, blocks: readonly string[]): string {
  return `<!-- ${stamp} -->\n\n${blocks.join('\n\n')}\n`;
}
