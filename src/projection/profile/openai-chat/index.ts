import { defineProfile } from '../../profile.ts';
import { ANSWER_CAPABILITIES } from './answer-capabilities.ts';
import { CAPABILITIES, LIMITS } from './capabilities.ts';
import { emitRequest } from './emit-request.ts';
import { emitResponse } from './emit-response.ts';
import { REQUEST_OPTIONS } from './forms.ts';
import { ingestRequest } from './ingest-request.ts';
import { ingestResponse } from './ingest-response.ts';

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
  response: { ingest: ingestResponse, emit: emitResponse },
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
