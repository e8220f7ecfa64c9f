import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UnifiedEventV2 } from '../../generated/unified/types.ts';
import { canonicalJson } from '../../src/core/canonical.ts';
import { foldEvents } from '../../src/fold/index.ts';
import type { Profile } from '../../src/projection/profile.ts';
import { createStreamDecoder } from '../../src/projection/stream/decode-stream.ts';
import { createStreamProjection } from '../../src/projection/stream/project-stream.ts';
import type { DecodeOptions } from '../../src/projection/stream/stream-decoding.ts';
import { validateEventLog } from '../../src/validate/index.ts';
import { allCuts, piecesAt, someCuts } from '../support/cuts.ts';
import { type RecordedStream, recordedStreams, STREAMING } from '../support/recorded-streams.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';
import { tinyDialect } from '../support/tiny-dialect.ts';
import { tinyStreams } from '../support/tiny-streams.ts';

/** The seed of everything that is random here; change it to look elsewhere. */
const SEED = 20_260_731;

/** Streams up to this length are cut at every byte, longer ones at some. */
const CUT_EVERYWHERE = 2500;
const SOME_CUTS = 40;

console.log(`streams cut at random: seed ${SEED}; recorded ones at every byte up to ${CUT_EVERYWHERE} bytes`);

type Chunk = Uint8Array | string;

function decode(profile: Profile, options: DecodeOptions, chunks: readonly Chunk[]): readonly UnifiedEventV2[] {
  const decoder = createStreamDecoder(profile, options);
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()].map(({ event }) => event);
}

/** The bytes of what events fold to. */
function folded(events: readonly UnifiedEventV2[]): string {
  return canonicalJson(foldEvents(events).result);
}

const tiny = tinyDialect();
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('fold ignores chunking', () => {
  it('[U-FOLD-3] gives the same events and the same fold for random streams that are cut at random', () => {
    const cut = tinyStreams.chain((stream) =>
      fc.record({
        stream: fc.constant(stream),
        byteCuts: someCuts(bytesOf(stream).length),
        textCuts: someCuts(stream.length),
      }),
    );
    fc.assert(
      fc.property(cut, ({ stream, byteCuts, textCuts }) => {
        const whole = decode(tiny, {}, [stream]);
        expect(validateEventLog(whole)).toMatchObject({ ok: true });
        for (const pieces of [piecesAt(bytesOf(stream), byteCuts), piecesAt(stream, textCuts)]) {
          const events = decode(tiny, {}, pieces);
          expect(events).toEqual(whole);
          expect(folded(events)).toBe(folded(whole));
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it('[U-FOLD-3] gives the same events for random streams, cut at every byte', () => {
    fc.assert(
      fc.property(tinyStreams, (stream) => {
        const whole = JSON.stringify(decode(tiny, {}, [stream]));
        for (const pieces of allCuts(bytesOf(stream))) expect(JSON.stringify(decode(tiny, {}, pieces))).toBe(whole);
      }),
      { seed: SEED, numRuns: 20 },
    );
  });

  it('[U-FOLD-1] a random stream that breaks off before its end is never complete', () => {
    fc.assert(
      fc.property(tinyStreams, fc.nat(), (stream, at) => {
        const end = stream.indexOf('{"stop"');
        const prefix = stream.slice(0, at % Math.max(1, end < 0 ? stream.length + 1 : end));
        expect(['interrupted', 'failed']).toContain(foldEvents(decode(tiny, {}, [prefix])).result.status.reason);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

/** Where the first sign of the end of an answer stands in the recorded bytes of a dialect. */
const SIGNS_OF_THE_END: Readonly<Record<string, RegExp>> = {
  'openai-chat': /"finish_reason":\s*"|\[DONE\]/,
  'anthropic-messages': /"stop_reason":\s*"|message_stop/,
};

describe.skipIf(SHARED === undefined)(`recorded streams ${NEEDS_RECORDINGS}`, () => {
  it.each(STREAMING)('[U-FOLD-3] $family: there are streams to cut', ({ family }) => {
    const lengths = recordedStreams(family).map(({ bytes }) => bytes.length);
    const everywhere = lengths.filter((length) => length <= CUT_EVERYWHERE).length;
    console.log(`${family}: ${lengths.length} streams, ${everywhere} cut at every byte`);
    expect(lengths.length).toBeGreaterThan(10);
    expect(everywhere).toBeGreaterThan(2);
  });

  it.each(recordedStreams())('[U-FOLD-3] $name gives the same events wherever it is cut', (recorded) => {
    const { profile, options, bytes } = recorded;
    const whole = decode(profile, options, [bytes]);
    const text = JSON.stringify(whole);
    for (const pieces of cutsOf(recorded)) expect(JSON.stringify(decode(profile, options, pieces))).toBe(text);
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    expect(folded(decode(profile, options, single))).toBe(folded(whole));
  });

  it.each(recordedStreams())('[U-FOLD-3] $name is projected to the same text wherever it is cut', (recorded) => {
    const { profile, options, bytes, owner } = recorded;
    for (const target of STREAMING) {
      const project = (pieces: readonly Uint8Array[]) => {
        const route = { from: { profile }, to: { profile: target } };
        const projection = createStreamProjection(route, { ...options, targetOwner: owner });
        return pieces.map((piece) => projection.push(piece)).join('') + projection.end();
      };
      const text = project([bytes]);
      expect(text).not.toBe('');
      for (const places of fc.sample(someCuts(bytes.length), { seed: SEED, numRuns: 5 })) {
        expect(project(piecesAt(bytes, places))).toBe(text);
      }
    }
  });

  it.each(recordedStreams())('[U-FOLD-1] $name is never complete where it breaks off before its end', (recorded) => {
    const { profile, options, bytes } = recorded;
    const sign = SIGNS_OF_THE_END[profile.family] ?? /$/;
    const end = new TextDecoder('latin1').decode(bytes).search(sign);
    const last = end < 0 ? bytes.length : end;
    for (const [at = 0] of fc.sample(fc.tuple(fc.nat({ max: last })), { seed: SEED, numRuns: SOME_CUTS })) {
      const { status } = foldEvents(decode(profile, options, [bytes.subarray(0, at)])).result;
      expect({ at, reason: status.reason }).toEqual({ at, reason: expect.stringMatching(/^(interrupted|failed)$/) });
    }
  });
});

function cutsOf({ bytes }: RecordedStream): readonly (readonly Uint8Array[])[] {
  if (bytes.length <= CUT_EVERYWHERE) return allCuts(bytes);
  return fc.sample(someCuts(bytes.length), { seed: SEED, numRuns: SOME_CUTS }).map((places) => piecesAt(bytes, places));
}
