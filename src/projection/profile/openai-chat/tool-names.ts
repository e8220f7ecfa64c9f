import type { EmitContext } from '../../emit-context.ts';

/**
 * The name of a tool on this wire: as this dialect wrote it, or an alias that fits. A name that changes is reported where
 * it is met first, which is its definition where it has one. `path` is the pointer of what holds the name.
 */
export function wireToolName({ toolNames, loss }: EmitContext, name: string, path: string, own: boolean): string {
  if (own) return toolNames.adopt(name);
  const isNew = !toolNames.has(name);
  const wire = toolNames.toWire(name);
  if (isNew && wire !== name) {
    loss.lose({ path: `${path}/name`, feature: 'tool.name', reason: 'the name was rewritten to fit this wire' });
  }
  return wire;
}
