import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Validation } from '../../../src/core/issue.ts';
import * as validate from '../../../src/validate/index.ts';
import { faults } from './record.ts';

type Validator = (value: unknown, options?: validate.ValidationOptions) => Validation<unknown>;

/** Every record that can be validated on its own, by the name of its definition, and the function for it. */
const VALIDATORS: Readonly<Record<string, readonly [requirement: string, validator: Validator]>> = {
  UnifiedContentPart: ['U-PART-2', validate.validatePart],
  UnifiedConversation: ['U-CONV-1', validate.validateConversation],
  UnifiedEventLog: ['U-EVT-3', validate.validateEventLog],
  UnifiedEventV2: ['U-EVT-2', validate.validateEvent],
  UnifiedItem: ['U-ITEM-2', validate.validateItem],
  UnifiedLossReport: ['U-LOSS-1', validate.validateLossReport],
  UnifiedOperation: ['U-OPER-1', validate.validateOperation],
  UnifiedPortableAnnotation: ['U-PDATA-2', validate.validateAnnotation],
  UnifiedProviderCheckpoint: ['U-CONT-3', validate.validateCheckpoint],
  UnifiedRequestV2: ['U-ROOT-1', validate.validateRequest],
  UnifiedResultV2: ['U-ROOT-2', validate.validateResult],
  UnifiedToolDefinition: ['U-TOOL-2', validate.validateToolDefinition],
  UnifiedTransportMetadata: ['U-TRAN-1', validate.validateTransport],
  IRCapabilities: ['A-IR-6', validate.validateCapabilities],
  IRChatRequest: ['A-IR-3', validate.validateChatRequest],
  IRChatResponse: ['A-IR-3', validate.validateChatResponse],
  IRDecisionAnswer: ['A-DEC-2', validate.validateDecisionAnswer],
  IRDecisionQuestion: ['A-DEC-1', validate.validateDecisionQuestion],
  IRDecisionRequest: ['A-DEC-2', validate.validateDecisionRequest],
  IRDecisionResponse: ['A-DEC-2', validate.validateDecisionResponse],
  IRMessage: ['A-IR-1', validate.validateMessage],
  IRParameters: ['A-IR-5', validate.validateParameters],
  IRStreamChunk: ['A-STR-1', validate.validateStreamChunk],
  IRTool: ['A-IR-5', validate.validateChatTool],
  MessageContent: ['A-IR-2', validate.validateMessageContent],
};

interface Definition {
  readonly 'x-unified-root'?: boolean;
  readonly oneOf?: readonly { readonly $ref: string }[];
  readonly examples?: readonly unknown[];
  readonly 'x-unified-invalid-examples'?: readonly {
    readonly why: string;
    readonly at: string;
    readonly value: unknown;
  }[];
}

function definitionsOf(family: string): Readonly<Record<string, Definition>> {
  const url = new URL(`../../../generated/${family}/bundle.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')).$defs;
}

const DEFINITIONS = { ...definitionsOf('unified'), ...definitionsOf('aimatey') };

/** The record that a definition can be validated as: itself, or the union that it is a member of. */
function recordOf(name: string): string | undefined {
  if (name in VALIDATORS) return name;
  const unions = Object.entries(DEFINITIONS).filter(([union]) => union in VALIDATORS);
  return unions.find(([, { oneOf }]) => oneOf?.some(({ $ref }) => $ref === `#/$defs/${name}`))?.[0];
}

const CASES = Object.entries(DEFINITIONS).flatMap(([name, definition]) => {
  const record = recordOf(name);
  return record === undefined ? [] : [{ name, record, requirement: VALIDATORS[record]?.[0], definition }];
});

/** The examples show annotations that nobody needs to have registered. */
function openRegistry(value: unknown): validate.AnnotationRegistry {
  const names = new Set(JSON.stringify(value).match(/[a-z0-9][a-z0-9.-]*\/[a-z0-9][a-z0-9.-]*/g));
  const anything = Object.assign((annotation: unknown): annotation is unknown => annotation !== undefined, {});
  return validate.createRegistry([...names].map((name) => ({ name, schema: {}, validate: anything })));
}

function judge(record: string, value: unknown): Validation<unknown> {
  const validator = VALIDATORS[record]?.[1];
  if (validator === undefined) throw new Error(`There is no validator of ${record}.`);
  return validator(value, { registry: openRegistry(value) });
}

describe('the examples of the schemas', () => {
  it('[D-5] has a public function for every root, and for nothing else', () => {
    const roots = Object.entries(DEFINITIONS).filter(([, definition]) => definition['x-unified-root'] === true);
    expect(roots.map(([name]) => name).sort()).toEqual(Object.keys(VALIDATORS).sort());
  });

  it.each(CASES)('[$requirement] accepts every valid example of $name', ({ record, definition }) => {
    const { examples = [] } = definition;
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.map((example) => faults(judge(record, example)))).toEqual(examples.map(() => []));
  });

  it.each(CASES)('[$requirement] refuses every invalid example of $name, at the fault', ({ record, definition }) => {
    const invalid = definition['x-unified-invalid-examples'] ?? [];
    expect(invalid.length).toBeGreaterThan(0);
    for (const { why, at, value } of invalid) {
      const paths = faults(judge(record, value)).map(([path]) => path);
      expect(
        paths.some((path) => path === at || path.startsWith(`${at}/`)),
        `${why}, at ${at}: ${paths}`,
      ).toBe(true);
    }
  });
});
