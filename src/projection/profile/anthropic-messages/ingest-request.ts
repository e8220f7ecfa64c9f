import type { AnthropicMessagesRequestForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedCacheIntent,
  UnifiedContainerSpecification,
  UnifiedGenerationIntent,
  UnifiedModelIntent,
  UnifiedOutputIntent,
  UnifiedRequestV2,
  UnifiedSemanticMetadata,
  UnifiedStateInput,
  UnifiedThreadAction,
  UnifiedToolChoice,
} from '../../../../generated/unified/types.ts';
import { from, type IngestContext, keepPrivate, membersFrom } from '../../ingest-context.ts';
import { completenessOf } from '../../shared/missing-calls.ts';
import { providerResource } from '../../shared/provider-resource.ts';
import { Holding } from './holding.ts';
import { type ContextEdits, readContextManagement } from './ingest-context-management.ts';
import { intent, optionalIntent, readFallbacks, readFormat, readSharedIntents } from './ingest-generation.ts';
import { optional, startHistory } from './ingest-history.ts';
import { readMessages, readSystem } from './ingest-messages.ts';
import { readTools, type Tools } from './ingest-tools.ts';
import { FAMILY } from './wire.ts';

/** History that a thread of the provider holds. */
const CONTINUED = { completeness: 'reference-only' } as const;

/** Reads a Messages request. Throws WireFormatError where the body is not of this dialect. */
export function ingestRequest(context: IngestContext): UnifiedRequestV2 {
  const body = new Holding(context, context.wire, context.requestId);
  const tools = readTools(body);
  const history = startHistory(context, tools.tools);
  readSystem(history, context.wire);
  readMessages(history, context.wire.requiredObjects('messages'));
  const shared = readSharedIntents(body, context.wire);
  const edits = readContextManagement(body);
  const state = readState(body);
  const choice = readToolChoice(body, tools);
  const { items } = history.items;
  const prefill = items.at(-1)?.role === 'assistant';
  return {
    schemaVersion: '2.0',
    requestId: context.requestId,
    conversation: {
      conversationId: context.conversationId,
      branchId: context.branchId,
      ...optional('headItemId', items.at(-1)?.id),
      ...(state.thread?.value === 'continue' ? CONTINUED : completenessOf(items)),
      items,
    },
    model: readModel(body),
    generation: {
      ...shared.generation,
      ...readGeneration(body, edits),
      ...choice.generation,
      ...(prefill ? { prefill: intent(body, 'generation.prefill', true, context.wire.at('messages')) } : {}),
    },
    tools: tools.tools,
    ...optional('toolChoice', choice.toolChoice),
    ...optional('cache', readCache(body)),
    ...(Object.keys(state).length === 0 ? {} : { state }),
    ...optional('output', readOutput(body, shared.output)),
    ...readRest(body, tools, edits),
  };
}

function readModel(body: Holding): UnifiedModelIntent {
  const { wire } = body;
  return { ...optional('id', wire.name('model', 512)), ...readFallbacks(body), ...readFallbackCredit(body) };
}

/** The token of the credit belongs to the provider alone; what happens without it is a wish. */
function readFallbackCredit(body: Holding): Pick<UnifiedModelIntent, 'fallbackCredit' | 'fallbackCreditMode'> {
  const { wire, context, id } = body;
  const asText = typeof wire.peek('fallback_credit_token') === 'string';
  const credit = asText ? undefined : body.object(wire, 'fallback_credit_token');
  const payload = asText ? wire.text('fallback_credit_token') : credit?.text('token');
  if (payload === undefined) return {};
  const found = { kind: 'credit-token', schema: `${FAMILY}/fallback-credit`, payload } as const;
  return {
    fallbackCredit: keepPrivate(context, id, 'fallback-credit', found),
    ...optional('fallbackCreditMode', credit?.name('mode')),
  };
}

function readGeneration(body: Holding, { edits }: ContextEdits): UnifiedGenerationIntent {
  const { wire } = body;
  const compaction = body.typed(wire, 'compaction', ['summarize']);
  const instructions = optional('instructions', compaction?.text('instructions'));
  return {
    ...optionalIntent(
      body,
      'temperature',
      'generation.temperature',
      wire.number('temperature'),
      wire.at('temperature'),
    ),
    ...optionalIntent(body, 'topP', 'generation.top-p', wire.number('top_p'), wire.at('top_p')),
    ...optionalIntent(body, 'topK', 'generation.top-k', wire.number('top_k'), wire.at('top_k')),
    ...optionalIntent(
      body,
      'stopSequences',
      'generation.stop-sequences',
      wire.texts('stop_sequences'),
      wire.at('stop_sequences'),
    ),
    ...optionalIntent(
      body,
      'serviceTier',
      'generation.service-tier',
      wire.text('service_tier'),
      wire.at('service_tier'),
    ),
    ...optionalIntent(
      body,
      'inferenceGeography',
      'generation.inference-geography',
      wire.text('inference_geo'),
      wire.at('inference_geo'),
    ),
    ...optionalIntent(body, 'contextManagement', 'generation.context-management', edits, wire.at('context_management')),
    ...(compaction === undefined
      ? {}
      : { compaction: Object.assign(intent(body, 'generation.compaction', 'summarize', compaction), instructions) }),
  };
}

function readOutput(body: Holding, output: UnifiedOutputIntent | undefined): UnifiedOutputIntent | undefined {
  // Both spellings at once: the deprecated one stays unread, and so with what nobody knows.
  if (output !== undefined) return output;
  const format = readFormat(body, body.wire, 'output_format');
  return format === undefined ? undefined : { format };
}

interface Choice {
  readonly toolChoice?: UnifiedToolChoice;
  readonly generation: UnifiedGenerationIntent;
}

const CHOICES = { auto: 'auto', any: 'required', none: 'none' } as const;

function readToolChoice(body: Holding, { tools }: Tools): Choice {
  const wire = body.typed(body.wire, 'tool_choice', [...Object.keys(CHOICES), 'tool']);
  if (wire === undefined) return { generation: {} };
  const sequential = wire.boolean('disable_parallel_tool_use');
  const parallel = sequential === undefined ? undefined : !sequential;
  const generation = optionalIntent(
    body,
    'parallelToolCalls',
    'generation.parallel-tool-calls',
    parallel,
    wire.at('tool_choice'),
  );
  const type = wire.value['type'];
  if (type === 'tool') {
    const name = wire.name('name') ?? wire.fault('name', 'the name of a tool');
    const kind = tools.find((tool) => 'name' in tool && tool.name === name)?.type ?? 'function';
    const value = { mode: 'tool', tool: { kind, name } } as const;
    return { toolChoice: intent(body, 'tool-choice.tool', value, wire), generation };
  }
  const mode = CHOICES[type === 'any' || type === 'none' ? type : 'auto'];
  return { toolChoice: intent(body, `tool-choice.${mode}`, { mode }, wire), generation };
}

function readCache(body: Holding): UnifiedCacheIntent | undefined {
  const { wire, context, id } = body;
  const { cache } = body.cache();
  const previous = body.object(wire, 'diagnostics')?.name('previous_message_id');
  if (cache === undefined && previous === undefined) return undefined;
  const intent: UnifiedCacheIntent = {
    mode: cache === undefined ? 'explicit' : 'automatic',
    ...optional('ttl', cache?.ttl),
    ...(previous === undefined
      ? {}
      : { compareWith: providerResource(context, `${id}.diagnostics`, 'message', previous) }),
  };
  const place = wire.at('cache_control');
  return membersFrom(context, intent, {
    ...(cache === undefined ? {} : { mode: place, ttl: place }),
    compareWith: wire.at('diagnostics'),
  });
}

function readState(body: Holding): UnifiedStateInput {
  const { wire, context, id } = body;
  const thread = body.typed(wire, 'thread', ['create', 'continue']);
  const container = readContainer(body);
  const previous = thread?.name('previous_message_id');
  const action: UnifiedThreadAction = thread?.value['type'] === 'continue' ? 'continue' : 'create';
  return {
    ...optional('container', container),
    ...(thread === undefined
      ? {}
      : {
          thread: Object.assign(
            intent(body, 'state.thread', action, thread),
            previous === undefined ? {} : { previous: providerResource(context, `${id}.thread`, 'message', previous) },
          ),
        }),
  };
}

function readContainer(body: Holding): UnifiedContainerSpecification | undefined {
  const { wire, context, id } = body;
  const asText = typeof wire.peek('container') === 'string';
  const container = asText ? undefined : body.object(wire, 'container');
  const containerId = asText ? wire.name('container') : container?.name('id');
  const skills = container === undefined ? undefined : body.objects(container, 'skills');
  if (containerId === undefined && skills === undefined) return undefined;
  return from(context, wire.at('container'), {
    ...(containerId === undefined ? {} : { resource: providerResource(context, id, 'container', containerId) }),
    ...optional(
      'skills',
      skills?.map((skill) => ({
        kind: skill.name('type') ?? skill.fault('type', 'who makes the skill'),
        skillId: skill.name('skill_id') ?? skill.fault('skill_id', 'the identifier of the skill'),
        ...optional('version', skill.name('version')),
      })),
    ),
  });
}

/** The members that are facts rather than intents, and what nobody read of the body. To be asked for last. */
function readRest(body: Holding, tools: Tools, edits: ContextEdits): Pick<UnifiedRequestV2, 'metadata' | 'source'> {
  const { wire, context } = body;
  const endUserId = body.object(wire, 'metadata')?.name('user_id');
  const billingPolicy = body.typed(wire, 'billing_policy', ['billing_policy'])?.name('bill_to');
  const stream = wire.boolean('stream');
  const facts = { ...optional('endUserId', endUserId), ...optional('billingPolicy', billingPolicy) };
  const form = readForm(body, tools, edits);
  const held = body.providerData('request-form', form, [...tools.unknown, ...edits.unknown]);
  const metadata: UnifiedSemanticMetadata = { ...facts, ...held };
  const places = { endUserId: wire.at('metadata'), billingPolicy: wire.at('billing_policy') };
  const transport = membersFrom(context, optional('stream', stream), { stream: wire.at('stream') });
  return {
    ...(Object.keys(metadata).length === 0 ? {} : { metadata: membersFrom(context, metadata, places) }),
    source: { profile: context.profile, ...(stream === undefined ? {} : { transport }) },
  };
}

function readForm({ wire }: Holding, tools: Tools, edits: ContextEdits): AnthropicMessagesRequestForm {
  const credit = wire.peek('fallback_credit_token');
  const billing = wire.peek('billing_policy');
  const unbilled = typeof billing === 'object' && billing !== null && !('bill_to' in billing);
  const plainCredit = typeof credit === 'object' && credit !== null && !('mode' in credit);
  return {
    ...(unbilled ? { emptyObjects: ['/billing_policy'] } : {}),
    ...(tools.emptyLists.length === 0 ? {} : { emptyLists: tools.emptyLists }),
    ...(wire.has('output_format') && !wire.unread().includes('output_format') ? { deprecatedOutputFormat: true } : {}),
    ...(typeof wire.peek('container') === 'string' ? { containerAsText: true } : {}),
    ...(edits.keepAllAsObject ? { keepAllAsObject: true } : {}),
    ...(plainCredit ? { fallbackCreditAsObject: true } : {}),
  };
}
