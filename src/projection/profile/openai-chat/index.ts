import { defineProfile } from '../../profile.ts';
import { CAPABILITIES, LIMITS } from './capabilities.ts';
import { emitRequest } from './emit-request.ts';
import { ingestRequest } from './ingest-request.ts';

/** OpenAI Chat Completions, and the compatible servers that speak it. */
export const openaiChat = defineProfile({
  family: 'openai-chat',
  title: 'OpenAI Chat Completions',
  revisions: [],
  capabilities: () => CAPABILITIES,
  limits: LIMITS,
  request: { ingest: ingestRequest, emit: emitRequest },
});
