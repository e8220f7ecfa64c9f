import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import type { JsonObject } from '../../src/core/json.ts';
import { explain } from './explain.ts';
import { type SdkRoot, sdkSchemas } from './sdk-schemas.ts';

/** The roots that a body of a profile may fit, by family and revision; one of them is enough. */
const ROOTS: Readonly<Record<string, readonly [SdkRoot, ...SdkRoot[]]>> = {
  'openai-chat': ['OpenaiChatRequest'],
  'anthropic-messages 2026-10-21': ['AnthropicBetaRequest', 'AnthropicRequest'],
  'anthropic-messages 2023-06-01': ['AnthropicBetaRequest20230601', 'AnthropicRequest20230601'],
};

/** The roots that an answer and a frame of a stream may fit, by family. */
const ANSWER_ROOTS: Readonly<Record<string, Readonly<Record<'answer' | 'frame', readonly [SdkRoot, ...SdkRoot[]]>>>> = {
  'openai-chat': { answer: ['OpenaiChatAnswer'], frame: ['OpenaiChatFrame'] },
  'anthropic-messages': {
    answer: ['AnthropicAnswer', 'AnthropicBetaAnswer'],
    frame: ['AnthropicFrame', 'AnthropicBetaFrame'],
  },
};

/**
 * Judges what this package says as if it were the provider, by the types that the provider's official client reads:
 * every member that the client takes for granted must be there, and none that it does not know.
 */
export function judgeAnswer(family: string, kind: 'answer' | 'frame', wire: JsonObject): readonly string[] {
  const roots = ANSWER_ROOTS[family]?.[kind];
  if (roots === undefined) throw new Error(`No official client is known for ${family}.`);
  return judge(roots, wire);
}

/**
 * Judges a body by the request types of the provider's official client: gives faults in words, none when it fits.
 * Shapes only; the client's types know no ranges. Throws for a profile or revision that no client's types are known for.
 */
export function judgeRequest(family: string, revision: string | undefined, wire: JsonObject): readonly string[] {
  const roots = ROOTS[revision === undefined ? family : `${family} ${revision}`];
  if (roots === undefined) throw new Error(`No official client is known for ${family} ${revision ?? ''}.`);
  return judge(roots, wire);
}

function judge(roots: readonly [SdkRoot, ...SdkRoot[]], wire: JsonObject): readonly string[] {
  if (roots.some((root) => validator(root)(wire))) return [];
  const [first] = roots;
  const faults = explain(sdkSchemas()[first], wire);
  return faults.length > 0 ? faults : [new Ajv().errorsText(validator(first).errors)];
}

// ajv-formats is CommonJS whose export is its default: that value is the plugin, whatever the module types say.
const addFormats = addFormatsModule as unknown as FormatsPlugin;

const VALIDATORS = new Map<SdkRoot, ValidateFunction>();

function validator(root: SdkRoot): ValidateFunction {
  const known = VALIDATORS.get(root);
  if (known !== undefined) return known;
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  const made = ajv.compile(sdkSchemas()[root]);
  VALIDATORS.set(root, made);
  return made;
}
