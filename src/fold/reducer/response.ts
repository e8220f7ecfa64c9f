import type { UnifiedResponseProvenance, UnifiedStateOutput } from '../../../generated/unified/types.ts';
import { copyData } from '../copy.ts';
import type { Reported, ResponseDraft } from '../draft.ts';
import { invalidEvent } from '../fault.ts';
import { mergeUsage } from '../usage.ts';
import type { EventOf, Reducers } from './reducer.ts';

/** What the provider says of the response as a whole. */
export const responseReducers: Reducers<
  | 'response-started'
  | 'response-metadata'
  | 'response-restarted'
  | 'usage-updated'
  | 'loss-updated'
  | 'checkpoint-ready'
  | 'checkpoint-invalidated'
> = {
  'response-started': ({ response }, event) => {
    if (response.responseId === undefined) begin(response, event);
    else if (response.responseId !== event.responseId) throw anotherResponse();
  },
  'response-restarted': (folding, event) => {
    folding.clear();
    folding.response = {};
    begin(folding.response, event);
  },
  'response-metadata': (folding, { status, candidateIndex = 0, model, provenance, state, ...event }) => {
    const { response } = folding;
    if (status !== undefined) folding.candidate(candidateIndex).status = copyData(status);
    if (model !== undefined) response.model = { ...response.model, ...model };
    if (provenance !== undefined) response.provenance = mergeProvenance(response.provenance, copyData(provenance));
    if (state !== undefined) response.state = mergeState(response.state, copyData(state));
    if (event.effective !== undefined) response.effective = { ...response.effective, ...copyData(event.effective) };
    replaceKnown(response, event);
  },
  'usage-updated': ({ response }, { usage }) => {
    response.usage = mergeUsage(response.usage ?? {}, usage);
  },
  'loss-updated': ({ operation }, { entries }) => {
    for (const entry of entries) operation.loss.push(copyData(entry));
  },
  'checkpoint-ready': ({ response }, { checkpointId, resource }) => {
    const resources = resource === undefined ? {} : { resources: [copyData(resource)] };
    response.state = mergeState(response.state, { checkpoints: [checkpointId], ...resources });
  },
  'checkpoint-invalidated': ({ response }, { checkpointId }) => {
    const left = response.state?.checkpoints?.filter((known) => known !== checkpointId);
    if (left !== undefined) response.state = { ...response.state, checkpoints: left };
  },
};

function begin(
  response: ResponseDraft,
  { responseId, model, provenance }: EventOf<'response-started' | 'response-restarted'>,
): void {
  response.responseId = responseId;
  if (model !== undefined) response.model = copyData(model);
  if (provenance !== undefined) response.provenance = copyData(provenance);
}

function anotherResponse() {
  const message = 'Another response began in this operation.';
  return invalidEvent('references', '/responseId', message, 'response-restarted, or the response that began');
}

const REPLACED = [
  'safetyRatings',
  'moderation',
  'inputTransformations',
  'appliedContextEdits',
  'cacheDiagnostics',
] as const satisfies readonly Reported[];

function replaceKnown(response: ResponseDraft, event: Pick<ResponseDraft, Reported>): void {
  for (const member of REPLACED) {
    const value = event[member];
    // Both sides have the same type for each member.
    if (value !== undefined) Object.assign(response, { [member]: copyData(value) });
  }
}

function mergeProvenance(
  known: UnifiedResponseProvenance | undefined,
  news: UnifiedResponseProvenance,
): UnifiedResponseProvenance {
  const providerData = [...(known?.providerData ?? []), ...(news.providerData ?? [])];
  return { ...known, ...news, ...(providerData.length === 0 ? {} : { providerData }) };
}

/** Lists grow; everything else is replaced. */
function mergeState(known: UnifiedStateOutput | undefined, news: UnifiedStateOutput): UnifiedStateOutput {
  const resources = [...(known?.resources ?? []), ...(news.resources ?? [])];
  const checkpoints = new Set([...(known?.checkpoints ?? []), ...(news.checkpoints ?? [])]);
  return {
    ...known,
    ...news,
    ...(resources.length === 0 ? {} : { resources: latestOfEach(resources) }),
    ...(checkpoints.size === 0 ? {} : { checkpoints: [...checkpoints] }),
  };
}

function latestOfEach<Resource extends { readonly resourceId: string }>(resources: readonly Resource[]): Resource[] {
  return [...new Map(resources.map((resource) => [resource.resourceId, resource])).values()];
}
