import { defineProfile } from '../../profile.ts';
import { capabilities, LIMITS } from './capabilities.ts';
import { emitRequest } from './emit-request.ts';
import { emitResponse } from './emit-response.ts';
import { ingestRequest } from './ingest-request.ts';
import { ingestResponse } from './ingest-response.ts';
import { FAMILY, REVISIONS } from './wire.ts';

/** Anthropic Messages with its betas. The revision is the value of the header anthropic-version. */
export const anthropicMessages = defineProfile({
  family: FAMILY,
  title: 'Anthropic Messages',
  revisions: REVISIONS,
  capabilities,
  limits: LIMITS,
  request: { ingest: ingestRequest, emit: emitRequest },
  response: { ingest: ingestResponse, emit: emitResponse },
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
