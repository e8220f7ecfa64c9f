import type { UnifiedItem, UnifiedRequestV2 } from '../../../../generated/unified/types.ts';

/** What the items and the tools of a request call by its identifier or its name, found once for all of them. */
export class Names {
  readonly #request: UnifiedRequestV2;
  #clientCalls: Map<string, string> | undefined;
  #providerCalls: Set<string> | undefined;
  #tools: Set<string> | undefined;

  constructor(request: UnifiedRequestV2) {
    this.#request = request;
  }

  /** The name of the tool that a call of the client names; absent when there is no such call. */
  ofCall(callId: string): string | undefined {
    this.#clientCalls ??= namesOfCalls(this.#request.conversation.items);
    return this.#clientCalls.get(callId);
  }

  /** Whether the history holds this call of a tool that the provider ran. */
  isProviderCall(callId: string): boolean {
    this.#providerCalls ??= new Set(this.#request.conversation.items.flatMap(providerCall));
    return this.#providerCalls.has(callId);
  }

  /** Whether a tool of this name is defined. */
  isTool(name: string): boolean {
    this.#tools ??= new Set(this.#request.tools.flatMap((tool) => ('name' in tool ? [tool.name ?? ''] : [])));
    return this.#tools.has(name);
  }
}

function namesOfCalls(items: readonly UnifiedItem[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const item of items) if (item.type === 'tool-call' && !names.has(item.callId)) names.set(item.callId, item.name);
  return names;
}

function providerCall(item: UnifiedItem): readonly string[] {
  return item.type === 'server-tool-call' || item.type === 'code-execution' ? [item.callId] : [];
}
