import { z } from 'zod';

/** The part of the request's schema that the benchmark's record uses, in zod 4: what a peer would write by hand. */
const id = z.string().min(1).max(512);
const profile = z.strictObject({ family: z.string().min(1), revision: z.string().optional() });
const provenance = z.strictObject({
  origin: z.enum(['client', 'provider', 'ccr']),
  profile: profile.optional(),
  providerCallId: id.optional(),
  wireForm: z.enum(['text', 'parts', 'null', 'absent']).optional(),
});
const base = {
  id,
  conversationId: id,
  branchId: id,
  sequence: z.int().min(0),
  parentId: id.optional(),
  createdAt: z.iso.datetime(),
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']).optional(),
  visibility: z.enum(['model', 'client', 'internal']),
  status: z.enum(['in-progress', 'completed', 'incomplete', 'failed', 'cancelled']),
  provenance,
  groupId: id.optional(),
};
const textPart = z.strictObject({ type: z.literal('text'), id, text: z.string() });
const part = z.discriminatedUnion('type', [textPart]);
const json = z.strictObject({ value: z.json() });
const item = z.discriminatedUnion('type', [
  z.strictObject({ ...base, type: z.literal('message'), content: z.array(part) }),
  z.strictObject({
    ...base,
    type: z.literal('tool-call'),
    kind: z.string(),
    callId: id,
    name: z.string().min(1),
    input: json.optional(),
    rawArguments: z.string().optional(),
    state: z.enum(['arguments-streaming', 'arguments-ready', 'executing', 'output-ready', 'output-error', 'cancelled']),
    executionOwner: z.enum(['client', 'ccr', 'provider']),
  }),
  z.strictObject({
    ...base,
    type: z.literal('tool-result'),
    callId: id,
    executionOwner: z.enum(['client', 'ccr', 'provider']),
    output: z.array(part).optional(),
  }),
]);
const requirement = z.enum(['required', 'preferred', 'optional']);
const intent = <T extends z.ZodType>(value: T) => z.object({ value, requirement }).optional();

export const zodRequest = z.strictObject({
  schemaVersion: z.literal('2.0'),
  requestId: id,
  conversation: z.strictObject({
    conversationId: id.optional(),
    branchId: id.optional(),
    headItemId: id.optional(),
    completeness: z.enum(['complete', 'partial', 'reference-only']),
    items: z.array(item),
  }),
  model: z.strictObject({ id: z.string().optional() }),
  generation: z.strictObject({
    maxOutputTokens: intent(z.int()),
    temperature: intent(z.number()),
    stopSequences: intent(z.array(z.string())),
    parallelToolCalls: intent(z.boolean()),
  }),
  tools: z.array(z.looseObject({ type: z.string() })),
  toolChoice: z.looseObject({ requirement }).optional(),
  metadata: z.looseObject({}).optional(),
  source: z.strictObject({ profile }),
});

export const zodEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text-delta'),
    schemaVersion: z.literal('2.0'),
    operationId: id,
    eventId: id,
    sequence: z.int().min(0),
    timestamp: z.iso.datetime(),
    itemId: id.optional(),
    partId: id.optional(),
    delta: z.string(),
  }),
]);
