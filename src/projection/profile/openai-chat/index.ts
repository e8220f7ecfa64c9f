import { defineProfile } from '../../profile.ts';
import { CAPABILITIES, LIMITS } from './capabilities.ts';
import { emitRequest } from './emit-request.ts';
import { REQUEST_OPTIONS } from './forms.ts';
import { ingestRequest } from './ingest-request.ts';

/** OpenAI Chat Completions, and the compatible servers that speak it. */
export const openaiChat = defineProfile({
  family: 'openai-chat',
  title: 'OpenAI Chat Completions',
  revisions: [],
  capabilities: () => CAPABILITIES,
  limits: LIMITS,
  annotations: [REQUEST_OPTIONS],
  request: { ingest: ingestRequest, emit: emitRequest },
});

/** How a body that is read and written again may differ from itself, with the reason. */
export const NORMALISATIONS: readonly string[] = [
  'A member that this dialect knows and that is null is left out, except the content of a message: it means the same as no member, and an entry says so.',
];
