import { defineProfile } from '../../profile.ts';
import { ANSWER_CAPABILITIES } from './answer-capabilities.ts';
import { capabilities, LIMITS } from './capabilities.ts';
import { emitRequest } from './emit-request.ts';
import { emitResponse } from './emit-response.ts';
import { encoder } from './emit-stream.ts';
import { ingestRequest } from './ingest-request.ts';
import { ingestResponse } from './ingest-response.ts';
import { decoder } from './ingest-stream.ts';
import { STREAM_FORM } from './stream-form.ts';
import { FAMILY, REVISIONS } from './wire.ts';

/** Anthropic Messages with its betas. The revision is the value of the header anthropic-version. */
export const anthropicMessages = defineProfile({
  family: FAMILY,
  title: 'Anthropic Messages',
  revisions: REVISIONS,
  capabilities,
  answerCapabilities: () => ANSWER_CAPABILITIES,
  limits: LIMITS,
  request: { ingest: ingestRequest, emit: emitRequest },
  response: { ingest: ingestResponse, emit: emitResponse },
  stream: { framing: 'sse', decoder, encoder, form: STREAM_FORM },
});

/** How a body may differ from the one that it was read from, when both are of this dialect and of one owner, with reasons. */
export const NORMALISATIONS: readonly { readonly name: string; readonly reason: string }[] = [
  { name: 'null-member', reason: 'a member that is null means the same as one that is absent, and is left out' },
  {
    name: 'authorization-token',
    reason: 'the token of an MCP server is a credential: the record refers to it, and the runtime adds it again',
  },
  {
    name: 'unsigned-thinking',
    reason:
      'thinking without a signature is refused by the provider: it is left out, and reported; so is thinking as a setting, while calls behind it wait to be gone on from',
  },
  {
    name: 'empty-message',
    reason: 'a message without content is refused by the provider: it is left out, and reported',
  },
  {
    name: 'orphan-server-result',
    reason:
      'the result of a call of the provider that the history does not hold is refused: it is left out, and reported',
  },
];

/** The same for answers: how one may differ from the one that it was read from. */
export const RESPONSE_NORMALISATIONS: typeof NORMALISATIONS = [
  {
    name: 'null-member',
    reason:
      'a member that is null means the same as one that is absent: those that the dialect demands are written as null',
  },
  {
    name: 'secret-in-error',
    reason: 'the message of an error is freed of credentials, and cut where it is longer than a record takes',
  },
];

/** The same for streams, in addition: how the frames may differ from those that were read. */
export const STREAM_NORMALISATIONS: typeof NORMALISATIONS = [
  ...RESPONSE_NORMALISATIONS,
  {
    name: 'delta-size',
    reason: 'deltas of one block that follow each other say the same as one, and empty ones nothing',
  },
  {
    name: 'arguments-text',
    reason:
      'the input of a call comes as a text in pieces, which is kept; a whole message, and its reader, have only what the text says',
  },
  { name: 'ping', reason: 'a sign of life means nothing else; it is written as a comment' },
  {
    name: 'filled-start',
    reason: 'a message that begins with content, or with its end, is written with blocks and an end of its own',
  },
  {
    name: 'message-end',
    reason:
      'what frames before and after the content say of the message is merged: the end repeats every counter that is known',
  },
  {
    name: 'restart',
    reason: 'what was sent cannot be taken back: a message that begins anew after content is told as an error',
  },
];
