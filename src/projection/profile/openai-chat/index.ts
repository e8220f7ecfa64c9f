import { defineProfile } from '../../profile.ts';
import { ANSWER_CAPABILITIES } from './answer-capabilities.ts';
import { CAPABILITIES, LIMITS } from './capabilities.ts';
import { emitRequest } from './emit-request.ts';
import { emitResponse } from './emit-response.ts';
import { encodeStream } from './emit-stream.ts';
import { REQUEST_OPTIONS } from './forms.ts';
import { ingestRequest } from './ingest-request.ts';
import { ingestResponse } from './ingest-response.ts';
import { decodeStream } from './ingest-stream.ts';
import { STREAM_FORM } from './stream-form.ts';

/** OpenAI Chat Completions, and the compatible servers that speak it. */
export const openaiChat = defineProfile({
  family: 'openai-chat',
  title: 'OpenAI Chat Completions',
  revisions: [],
  capabilities: () => CAPABILITIES,
  answerCapabilities: () => ANSWER_CAPABILITIES,
  limits: LIMITS,
  annotations: [REQUEST_OPTIONS],
  request: { ingest: ingestRequest, emit: emitRequest },
  response: {
    ingest: ingestResponse,
    emit: emitResponse,
    demands: ['/id', '/object', '/created', '/choices/*/message'],
  },
  stream: { framing: 'sse', endMarker: '[DONE]', decoder: decodeStream, encoder: encodeStream, form: STREAM_FORM },
});

/** How a body that is read and written again may differ from itself, with the reason. */
export const NORMALISATIONS: readonly string[] = [
  'A member that this dialect knows and that is null is left out, except the content of a message: it means the same as no member, and an entry says so.',
];

/** How an answer that is read and written again may differ from itself, with the reason. */
export const RESPONSE_NORMALISATIONS: readonly string[] = [
  'A member that is null counts as absent, and the nullable members that this dialect demands are written as null: refusal, logprobs, content, and the type, code and param of an error.',
  'A choice without a message gets one with nothing in it: this dialect demands it.',
  'A body without an object, a moment or an identifier gets them: this dialect demands them. The identifier derives from ours.',
  'Choices come in the order of their indexes; one without an index, or with that of another, gets the index of its place.',
  'Log probabilities without bytes, or without alternatives, get null and an empty list: this dialect demands them.',
  'prompt_cache_hit_tokens also comes back as cached_tokens, where the server did not write both: it is the same counter.',
  'The message of an error is without credentials and has a bounded length.',
];

/** How a stream that is read and written again may differ from itself, with the reason; what is true of answers is true here. */
export const STREAM_NORMALISATIONS: readonly string[] = [
  'Neighbouring deltas of one text, one reasoning, one refusal or one call may be cut elsewhere; padding and comments are left out, and a delta that says nothing.',
  'Who speaks is said once, in a chunk of its own, and the finish reason in a chunk whose delta is empty.',
  'Members of a chunk, a choice or a delta that this dialect does not stream come back once: those of a delta before the finish reason, those of a choice with it, those of a chunk in the last one. Of an object each member is the last that said anything.',
  'Where a later chunk says something else of such a member, each value comes back in the chunk of the text that it came with, or in one of its own between the same texts: how texts were cut is not kept.',
  'Citations and speech come back whole, before the finish reason, and the reasoning blocks of a router before what came after them; a citation that was sent twice comes back once.',
  'Usage comes in a chunk of its own without choices, and also where a server told it in a member of its own.',
  'A message that a server sends again whole in its last chunk is left out, where its pieces came before.',
  'Pieces of a call have the index of the call among the calls of the choice, and its type in the first piece.',
  'An answer that broke off ends in the frame of an error, without a finish reason that nobody had said before, and every stream ends in one marker.',
  'Arguments that a server sends as an object become their text.',
  'Whether a thinking part is closed is not said again.',
];
