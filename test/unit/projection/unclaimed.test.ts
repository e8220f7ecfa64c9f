import { describe, expect, it } from 'vitest';
import type { UnifiedCaller, UnifiedRequestV2 } from '../../../generated/unified/types.ts';
import type { CapabilityTable } from '../../../src/projection/capability.ts';
import { reportUnclaimed } from '../../../src/projection/unclaimed.ts';
import { call, message, sampleRecord } from '../../support/sample-record.ts';
import { places, writing } from './support.ts';

const BASIC: CapabilityTable = { 'item.message': 'full', 'part.text': 'full' };

const PREFERRED = { requirement: 'preferred' } as const;

function unclaimed(record: UnifiedRequestV2, claims: CapabilityTable = BASIC): readonly string[] {
  const context = writing({ claims });
  reportUnclaimed(record, context);
  return places(context.entries());
}

describe('reportUnclaimed', () => {
  it('[U-LOSS-1] says nothing about a record that uses only what is claimed', () => {
    expect(unclaimed(sampleRecord([message('user', 'hello')]))).toEqual([]);
  });

  it('[U-LOSS-1] reports an item whole that the target does not have, and does not enter it', () => {
    const record = sampleRecord([message('user', 'hello'), { ...call('c1'), namespace: 'n' }]);
    expect(unclaimed(record)).toEqual(['error item.tool-call /conversation/items/1']);
    expect(unclaimed(record, { ...BASIC, 'item.tool-call': 'full' })).toEqual([
      'warning tool-call.namespace /conversation/items/1/namespace',
    ]);
  });

  it('[U-LOSS-1] reports parts, members and data sources where they stand', () => {
    const image = { type: 'image', source: { kind: 'url', url: 'https://a.test/x.png' }, detail: 'low' } as const;
    const record = sampleRecord([{ ...message('user', 'see', image), participantName: 'ann' }]);
    expect(unclaimed(record)).toEqual([
      'warning item.participant-name /conversation/items/0/participantName',
      'error part.image /conversation/items/0/content/1',
    ]);
    expect(unclaimed(record, { ...BASIC, 'part.image': 'full', 'item.participant-name': 'full' })).toEqual([
      'error source.url /conversation/items/0/content/1/source',
      'info part.image.detail /conversation/items/0/content/1/detail',
    ]);
  });

  it('[U-LOSS-1] names the item that an entry is about', () => {
    const context = writing({ claims: BASIC });
    reportUnclaimed(sampleRecord([call('c1')]), context);
    expect(context.entries()[0]).toMatchObject({ sourceItemId: 'i0', stage: 'emit' });
  });

  it('[U-GEN-3] takes how much an intent is needed from the intent itself', () => {
    const generation = {
      seed: { value: 1, requirement: 'required' },
      topK: { value: 5, requirement: 'optional' },
    } as const;
    expect(unclaimed(sampleRecord([], { generation }))).toEqual([
      'info generation.top-k /generation/topK',
      'error generation.seed /generation/seed',
    ]);
  });

  it('[U-GEN-3] hands the requirement of an intent down to everything in it, however deep', () => {
    const format = { type: 'json-schema', name: 'r', strict: true } as const;
    const output = { format: { value: format, requirement: 'optional' } } as const;
    expect(unclaimed(sampleRecord([], { output }))).toEqual(['info output.json-schema /output/format/value']);
    expect(unclaimed(sampleRecord([], { output }), { 'output.json-schema': 'full' })).toEqual([
      'info output.json-schema.name /output/format/value/name',
      'info output.json-schema.strict /output/format/value/strict',
    ]);
  });

  it('[U-TOOL-1] takes a tool’s own requirement for the tool, and not for its members', () => {
    const tool = {
      type: 'function',
      name: 'f',
      execution: 'client',
      portability: 'portable',
      requirement: 'optional',
      deferLoading: true,
    } as const;
    expect(unclaimed(sampleRecord([], { tools: [tool] }))).toEqual(['info tool.function /tools/0']);
    expect(unclaimed(sampleRecord([], { tools: [tool] }), { 'tool.function': 'full' })).toEqual([
      'info tool.defer-loading /tools/0/deferLoading',
    ]);
    const strict = { ...tool, strict: true };
    expect(unclaimed(sampleRecord([], { tools: [strict] }), { 'tool.function': 'full' })).toContain(
      'warning tool.strict /tools/0/strict',
    );
  });

  it('[U-LOSS-1] says nothing about values that ask for nothing', () => {
    const tool = {
      type: 'function',
      name: 'f',
      execution: 'client',
      portability: 'portable',
      deferLoading: false,
    } as const;
    const record = sampleRecord([{ ...message('user', 'x'), delivery: 'normal', clearAt: 'never' }], { tools: [tool] });
    expect(unclaimed(record, { ...BASIC, 'tool.function': 'full' })).toEqual([]);
    const steer = sampleRecord([{ ...message('user', 'x'), delivery: 'steer' }]);
    expect(unclaimed(steer)).toEqual(['warning item.message.delivery /conversation/items/0/delivery']);
  });

  it('[U-TOOL-5][U-LOSS-1] says nothing about a call that the model made itself, and reports any other caller', () => {
    const claims = { ...BASIC, 'item.tool-call': 'full' } as const;
    const made = (caller: UnifiedCaller) => unclaimed(sampleRecord([{ ...call('a'), caller }]), claims);
    expect(made({ kind: 'direct' })).toEqual([]);
    const other = ['warning tool-call.caller /conversation/items/0/caller'];
    expect(made({ kind: 'code-execution', callId: 'b' })).toEqual(other);
    expect(made({ kind: 'direct', version: '2' })).toEqual(other);
  });

  it('[U-LOSS-1] says nothing about numbers, lists and intents that ask for nothing', () => {
    const neutral: Partial<UnifiedRequestV2> = {
      generation: {
        candidateCount: { value: 1, ...PREFERRED },
        frequencyPenalty: { value: 0, requirement: 'required' },
        presencePenalty: { value: 0, ...PREFERRED },
        logitBias: { value: [], ...PREFERRED },
        logProbabilities: { value: false, top: 0, ...PREFERRED },
        parallelToolCalls: { value: true, ...PREFERRED },
        verbosity: { value: 'medium', ...PREFERRED },
      },
      output: { modalities: { value: ['text'], requirement: 'required' } },
      state: { store: { value: false, ...PREFERRED } },
      metadata: { entries: [] },
    };
    expect(unclaimed(sampleRecord([], neutral))).toEqual([]);
    const image = { type: 'image', source: { kind: 'url', url: 'https://a.test/x.png' }, detail: 'auto' } as const;
    const claims: CapabilityTable = { ...BASIC, 'part.image': 'full', 'source.url': 'full' };
    expect(unclaimed(sampleRecord([message('user', 'see', image)]), claims)).toEqual([]);
  });

  it('[U-LOSS-1] reports the same intents once they ask for something, and what stands beside a neutral value', () => {
    const asking: Partial<UnifiedRequestV2> = {
      generation: {
        temperature: { value: 1, ...PREFERRED },
        candidateCount: { value: 2, ...PREFERRED },
        frequencyPenalty: { value: 0.5, ...PREFERRED },
        logitBias: { value: [{ token: '7', bias: 1 }], ...PREFERRED },
        logProbabilities: { value: false, top: 3, ...PREFERRED },
        parallelToolCalls: { value: false, ...PREFERRED },
      },
      output: { modalities: { value: ['text', 'audio'], ...PREFERRED } },
      state: { store: { value: true, ...PREFERRED } },
    };
    expect(unclaimed(sampleRecord([], asking)).map((entry) => entry.split(' ').at(-1))).toEqual([
      '/generation/temperature',
      '/generation/candidateCount',
      '/generation/frequencyPenalty',
      '/generation/logitBias',
      '/generation/logProbabilities/top',
      '/generation/parallelToolCalls',
      '/state/store',
      '/output/modalities',
    ]);
  });

  it('[U-LOSS-1] leaves out what the model may not see, says so, and does not call that a difference', () => {
    const hidden = { ...call('c1'), visibility: 'client' } as const;
    const context = writing({ claims: BASIC });
    reportUnclaimed(sampleRecord([message('user', 'x'), hidden]), context);
    expect(places(context.entries())).toEqual(['info item.hidden /conversation/items/1']);
    expect(context.loss.report().disposition).toBe('lossless');
  });

  it('[U-CONV-3] reports that history is missing, or held by a provider', () => {
    const { conversation, ...rest } = sampleRecord([message('user', 'x')]);
    const partial: UnifiedRequestV2 = { ...rest, conversation: { ...conversation, completeness: 'reference-only' } };
    expect(unclaimed(partial)).toEqual(['error conversation.completeness /conversation/completeness']);
  });

  it('[U-REAS-2] reports private state and annotations of another dialect, wherever they are held', () => {
    const state = {
      scope: 'owner-private',
      profile: { family: 'other' },
      schema: 'other/unknown',
      resourceId: 'r',
      kind: 'unknown-wire-content',
    } as const;
    const text = { type: 'text', text: 'x', providerData: [state] } as const;
    const record = sampleRecord([{ ...message('user', text), providerData: [state] }], {
      metadata: { providerData: [state] },
    });
    expect(unclaimed(record)).toEqual([
      'warning wire.unknown-content /conversation/items/0/providerData/0',
      'warning wire.unknown-content /conversation/items/0/content/0/providerData/0',
      'warning wire.unknown-content /metadata/providerData/0',
    ]);
  });

  it('[U-VAL-1] passes over a member of a union that it does not know', () => {
    const { conversation, ...rest } = sampleRecord([message('user', 'x')]);
    const [item] = conversation.items;
    // A record that nobody validated: the promise is only that nothing breaks.
    const strange = { ...item, type: 'constructor' } as never;
    expect(unclaimed({ ...rest, conversation: { ...conversation, items: [strange] } })).toEqual([]);
  });
});
