import { describe, expect, it } from 'vitest';
import { recordLeavesOf } from '../../../src/fidelity/record-leaves.ts';

function leavesOfCall(rawArguments: string): readonly string[] {
  const input = { value: { at: 'noon' } };
  const call = { type: 'tool-call', callId: 'call', name: 'tide', kind: 'function', input, rawArguments };
  return recordLeavesOf({ output: [call] }, 'UnifiedResultV2', 'sample').map(({ pointer }) => pointer);
}

describe('the leaves of a record', () => {
  it('[U-TOOL-5] have the text of arguments in them where it says more than the parsed ones', () => {
    expect(leavesOfCall('{"at": "noon"}')).toContain('/output/0/rawArguments');
    const plain = leavesOfCall('{"at":"noon"}');
    expect(plain).toContain('/output/0/input/value/at');
    expect(plain).not.toContain('/output/0/rawArguments');
  });
});
