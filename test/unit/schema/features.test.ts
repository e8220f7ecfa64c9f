import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Feature {
  readonly title: string;
  readonly advice: string;
  readonly defaultRequirement: string;
  readonly modelVisible: boolean;
  readonly aliases?: readonly string[];
}

const schemaRoot = join(import.meta.dirname, '../../../schema');

/** The names of the first catalogue of losses. */
const LOSS_CATALOGUE = [
  ...['L-HIST', 'L-REAS', 'L-SYSPOS', 'L-ROLE', 'L-SYS', 'L-TRMEDIA', 'L-SRV', 'L-ORDER', 'L-CITE', 'L-DETAIL'],
  ...['L-DOCMETA', 'L-AUDIO', 'L-CACHE', 'L-TC', 'L-CUSTOM', 'L-DEFER', 'L-HOST', 'L-STRICT', 'L-NAME', 'L-RANGE'],
  ...['L-SAMP', 'L-STOP', 'L-N', 'L-SEED', 'L-LOGPROB', 'L-PRED', 'L-PREFILL', 'L-BUDGET', 'L-JSON', 'L-META'],
  ...['L-PARK', 'L-STATE', 'L-TIER', 'L-UNKNOWN'],
];

/** The names of the mapping of the Google dialects. */
const GOOGLE_MAPPING = [
  ...['mid-system', 'developer-role', 'non-text part in system', 'reasoning', 'private-state', 'refusal', 'headersRef'],
  ...['json-part', 'filename', 'non-object-arguments', 'multimodal-tool-result', 'search-results', 'strict'],
  ...['schema-keyword', 'schema-unenforced', 'allowedDomains', 'hosted-tool', 'tool-mix', 'tool-and-schema'],
  ...['disableParallel', 'reasoning-budget', 'google.generation', 'cache-breakpoint', 'synthetic-signature'],
  ...['owner mismatch', 'media.size', 'state.store'],
];

/** The names of the mapping of the aimatey IR, its stream faults included. */
const AIMATEY_MAPPING = [
  ...['provenance', 'principal', 'metadata.custom', 'blob-ref', 'role.developer', 'conversation.completeness'],
  ...['tool-call.rawArguments', 'parameters.custom', 'streamMode', 'decision.probabilities', 'decision.calibration'],
  ...['chunk-after-terminal', 'resumed-sequence-mismatch', 'accumulated-mismatch', 'done-message-mismatch'],
  ...['missing-terminal', 'stream-truncated'],
];

const WARNING_CATEGORIES = [
  ...['parameter-normalized', 'parameter-clamped', 'parameter-unsupported', 'capability-unsupported'],
  ...['capability-emulated', 'token-limit-exceeded', 'stop-sequences-truncated', 'system-message-transformed'],
  ...['content-type-unsupported', 'tool-unsupported', 'model-substituted', 'routing-config-changed'],
  ...['content-redacted', 'cache-bypassed', 'request-queued', 'transport-degraded', 'request-advisory'],
  ...['provenance-lost', 'response-malformed'],
];

const features = readFeatures();
const codes = Object.keys(features);

describe('the vocabulary of features', () => {
  it('[U-LOSS-1] names codes in dotted kebab-case, sorted', () => {
    for (const code of codes) expect(code).toMatch(/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/);
    expect(codes).toEqual([...codes].sort());
  });

  it('[U-LOSS-1] gives every feature a title, one sentence of advice, a requirement and its visibility', () => {
    for (const [code, feature] of Object.entries(features)) {
      expect(feature.title, code).toMatch(/^[A-Z][^.]*$/);
      expect(feature.advice, code).toMatch(/^[A-Z][^.]*\.$/);
      expect(['required', 'preferred', 'optional'], code).toContain(feature.defaultRequirement);
      expect(typeof feature.modelVisible, code).toBe('boolean');
    }
  });

  it('[U-LOSS-1] holds every code that a schema file names', () => {
    const named = [...namedCodes()];
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter((code) => !Object.hasOwn(features, code))).toEqual([]);
  });

  it.each([
    ['the loss catalogue', LOSS_CATALOGUE],
    ['the mapping of the Google dialects', GOOGLE_MAPPING],
    ['the mapping of the aimatey IR', AIMATEY_MAPPING],
    ['the warning categories of the aimatey IR', WARNING_CATEGORIES],
  ])('[U-LOSS-1] absorbs every name of %s into exactly one code', (_, names) => {
    const owners = names.map((name) => [name, ownersOf(name).length]);
    expect(owners).toEqual(names.map((name) => [name, 1]));
  });

  it('[U-LOSS-1] requires what changes the meaning or safety of the answer', () => {
    for (const code of [
      ...['item.role.system', 'item.message', 'item.tool-call', 'item.tool-result', 'conversation.history'],
      ...['part.image', 'part.audio', 'part.document', 'tool-choice.tool', 'output.json-schema.strict'],
      ...['generation.safety-settings', 'tool-result.orphan', 'tool-call.unanswered'],
    ]) {
      expect([code, features[code]?.defaultRequirement]).toEqual([code, 'required']);
    }
  });

  it('[U-LOSS-1] prefers what shapes the answer, and leaves cost and bookkeeping optional', () => {
    for (const code of [
      ...['generation.max-output-tokens', 'generation.stop-sequences', 'generation.temperature', 'generation.seed'],
      ...['generation.candidate-count', 'generation.reasoning.effort', 'generation.log-probabilities'],
      ...['item.reasoning', 'item.server-tool-call', 'part.text.annotations', 'item.phase', 'item.participant-name'],
    ]) {
      expect([code, features[code]?.defaultRequirement]).toEqual([code, 'preferred']);
    }
    for (const code of [
      ...['generation.service-tier', 'cache.breakpoint', 'metadata.entries', 'metadata.end-user'],
      ...['reasoning.private-state', 'part.image.detail', 'part.document.title', 'part.document.context'],
    ]) {
      expect([code, features[code]?.defaultRequirement]).toEqual([code, 'optional']);
    }
  });

  it('[U-LOSS-1] takes caches and tool names for invisible to the model, and detail and titles for visible', () => {
    for (const code of ['cache.breakpoint', 'cache.ttl', 'tool.name', 'tool-call.id', 'metadata.end-user']) {
      expect([code, features[code]?.modelVisible]).toEqual([code, false]);
    }
    for (const code of ['part.image.detail', 'part.document.title', 'part.document.context', 'item.role.developer']) {
      expect([code, features[code]?.modelVisible]).toEqual([code, true]);
    }
  });

  it('[U-LOSS-3] let a limit that nobody asked for degrade the answer that it shapes', () => {
    const limit = features['generation.max-output-tokens.default'];
    expect(limit).toMatchObject({ defaultRequirement: 'optional', modelVisible: true });
  });
});

function readFeatures(): Readonly<Record<string, Feature>> {
  const path = join(schemaRoot, 'capability/features.json');
  // The shape is what the second test checks, entry by entry.
  const file = JSON.parse(readFileSync(path, 'utf8')) as { readonly features: Record<string, Feature> };
  return file.features;
}

function ownersOf(name: string): readonly string[] {
  return codes.filter((code) => code === name || features[code]?.aliases?.includes(name) === true);
}

function namedCodes(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of readdirSync(schemaRoot, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.schema.json')) continue;
    const text = readFileSync(join(schemaRoot, file), 'utf8');
    for (const match of text.matchAll(/"x-unified-feature":\s*"([^"]*)"/g)) found.add(match[1] ?? '');
  }
  return found;
}
