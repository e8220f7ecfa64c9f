import type { UnifiedToolCallKind, UnifiedToolDefinition } from '../../../../generated/unified/types.ts';

const KINDS: Readonly<Partial<Record<UnifiedToolDefinition['type'], UnifiedToolCallKind>>> = {
  shell: 'shell',
  'text-editor': 'text-editor',
  memory: 'memory',
  computer: 'computer',
};

/** The kinds of the tools that the client runs to the provider's own schemas, by the names of their calls. */
export function kindsOf(tools: readonly UnifiedToolDefinition[]): ReadonlyMap<string, UnifiedToolCallKind> {
  const kinds = new Map<string, UnifiedToolCallKind>();
  for (const tool of tools) {
    const kind = KINDS[tool.type];
    if (kind !== undefined && 'name' in tool && tool.name !== undefined) kinds.set(tool.name, kind);
  }
  return kinds;
}
