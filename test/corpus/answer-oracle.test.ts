import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { createStreamDecoder, createStreamEncoder, emitResponse, ingestResponse } from '../../src/projection/index.ts';
import { anthropicMessages, openaiChat } from '../../src/projection/profile/index.ts';
import type { Profile } from '../../src/projection/profile.ts';
import { judgeChatByOpenapi } from '../support/openapi.ts';
import { judgeAnswer } from '../support/oracle.ts';
import { recordedAnswers } from '../support/recorded-answers.ts';
import { recordedStreams } from '../support/recorded-streams.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';

const ROUTES: readonly (readonly [from: Profile, to: Profile])[] = [
  [openaiChat, anthropicMessages],
  [anthropicMessages, openaiChat],
];

/** What is wrong with what was written, by recording; none when the client's types fit. */
type Judgement = Readonly<Record<string, readonly string[]>>;

describe.skipIf(SHARED === undefined)(`answers for the official clients ${NEEDS_RECORDINGS}`, () => {
  it.each(ROUTES)(
    '[U-PROF-10] $0.family answers, written as $1.family, have what the client takes for granted',
    (from, to) => {
      const judged: Record<string, readonly string[]> = {};
      for (const { name, text, owner } of recordedAnswers(from)) {
        const emission = emitResponse(to, ingestResponse(from, text, { owner }).value);
        if (emission.ok && emission.status === 200) judged[name] = judge(to, 'answer', emission.wire);
      }
      expect(faulty(judged)).toEqual({});
      expect(Object.keys(judged).length).toBeGreaterThan(40);
    },
  );

  it.each(ROUTES)(
    '[U-PROF-10] $0.family streams, written as $1.family, have what the client takes for granted',
    (from, to) => {
      const judged: Record<string, readonly string[]> = {};
      for (const { name, bytes, options } of recordedStreams(from.family)) {
        const faults = framesOf(from, to, bytes, options)
          .filter(isOfAnswer)
          .flatMap((frame) => judge(to, 'frame', frame));
        judged[name] = [...new Set(faults)];
      }
      expect(faulty(judged)).toEqual({});
      expect(Object.keys(judged).length).toBeGreaterThan(15);
    },
  );
});

function judge(to: Profile, kind: 'answer' | 'frame', wire: JsonObject): readonly string[] {
  const described = to === openaiChat ? judgeChatByOpenapi(wire, kind) : [];
  return [...judgeAnswer(to.family, kind, wire), ...described];
}

function framesOf(from: Profile, to: Profile, bytes: Uint8Array, options: object): readonly JsonObject[] {
  const decoder = createStreamDecoder(from, options);
  const encoder = createStreamEncoder(to);
  const events = [...decoder.push(bytes), ...decoder.end()].map(({ event }) => event);
  const frames = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()];
  return frames.flatMap((frame) => ('data' in frame ? [frame.data] : []));
}

/** Errors in a stream are of no type of the answer. */
function isOfAnswer(frame: JsonObject): boolean {
  return frame['error'] === undefined;
}

/** Reasoning has no member in the client's types: compatible servers all call it so, and their clients read it. */
const REASONING = /\/(?:message|delta)\/reasoning_content: no such member$/;

function faulty(judged: Judgement): Judgement {
  const real = Object.entries(judged).map(([name, faults]) => [name, faults.filter((fault) => !REASONING.test(fault))]);
  return Object.fromEntries(real.filter(([, faults]) => faults?.length !== 0));
}
