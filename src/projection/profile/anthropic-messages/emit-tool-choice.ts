import type { UnifiedToolReference } from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import { isOwnRequest } from './emit-basics.ts';
import { hostedNameOf } from './emit-hosted-tools.ts';
import type { Writing } from './emit-writing.ts';

const TYPES = { auto: 'auto', none: 'none', required: 'any' } as const;

/** Writes which tools the model shall or may call, and whether several at once; nothing when nothing was said. */
export function writeToolChoice(writing: Writing, tools: readonly WireDraft[]): WireDraft | undefined {
  const { request } = writing;
  const draft = chosen(writing);
  const parallel = request.generation.parallelToolCalls;
  if (!isOwnRequest(request) && tools.length === 0) {
    const reason = 'a choice of tools is refused without tools';
    if (draft !== undefined) loseChoice(writing, reason, draft['type'] === 'any' || draft['type'] === 'tool');
    if (parallel?.value === false) loseParallel(writing, reason); // several at once is what any model may do
    return undefined;
  }
  if (parallel === undefined) return draft;
  if (draft?.['type'] === 'none') {
    loseParallel(writing, 'no tool may be called at all');
    return draft;
  }
  return { ...(draft ?? { type: 'auto' }), disable_parallel_tool_use: !parallel.value };
}

function chosen(writing: Writing): WireDraft | undefined {
  const { context, request } = writing;
  const choice = request.toolChoice;
  if (choice === undefined) return undefined;
  const { value } = choice;
  switch (value.mode) {
    case 'auto':
    case 'none':
    case 'required':
      return { type: TYPES[value.mode] };
    case 'tool':
      loseKind(writing, value.tool);
      return { type: 'tool', name: nameOf(writing, value.tool) };
    case 'allowed': {
      const reason = 'the target cannot choose among its tools: only those that may be called are sent';
      context.loss.lose({
        path: '/toolChoice/value',
        feature: 'tool-choice.allowed',
        requirement: 'preferred',
        reason,
      });
      return { type: value.required ? 'any' : 'auto' };
    }
    case 'validated':
      return undefined; // reported with everything else that is unclaimed
    default:
      return value satisfies never;
  }
}

function loseKind({ context, request }: Writing, { kind, name }: UnifiedToolReference): void {
  const meant = request.tools.find((tool) => 'name' in tool && tool.name === name);
  if (name === undefined || kind === (meant?.type ?? 'function')) return;
  const reason = 'tools are told apart by their names only';
  const path = '/toolChoice/value/tool/kind';
  context.loss.lose({ path, feature: 'tool-choice.tool', requirement: 'optional', reason });
}

/** The name of the tool that is meant: its own, or the one that the provider prescribes for its kind. */
function nameOf(writing: Writing, { kind, name }: UnifiedToolReference): string {
  const { context, request } = writing;
  const hosted = hostedNameOf(writing, kind);
  if (hosted !== undefined) return hosted;
  const tool = request.tools.find(({ type }) => type === kind);
  const known = name ?? (tool !== undefined && 'name' in tool ? tool.name : undefined);
  return context.toolNames.toWire(known ?? kind.replaceAll('-', '_'));
}

function loseChoice({ context, request }: Writing, reason: string, forced: boolean): void {
  const requirement = forced ? request.toolChoice?.requirement : 'optional';
  const known = requirement === undefined ? {} : { requirement };
  context.loss.lose({ path: '/toolChoice', feature: 'tool-choice.combination', reason, ...known });
}

function loseParallel({ context, request }: Writing, reason: string): void {
  const requirement = request.generation.parallelToolCalls?.requirement;
  const known = requirement === undefined ? {} : { requirement };
  context.loss.lose({
    path: '/generation/parallelToolCalls',
    feature: 'generation.parallel-tool-calls',
    reason,
    ...known,
  });
}
