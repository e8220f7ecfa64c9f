import type { UnifiedToolDefinition } from '../../../../generated/unified/types.ts';
import { canonicalJson } from '../../../core/canonical.ts';
import { isOwnRequest } from './emit-basics.ts';
import { hostedNameOf } from './emit-hosted-tools.ts';
import type { Writing } from './emit-writing.ts';

/**
 * The tools of a request that have the name of an earlier one. The target refuses them: the first of them is sent, and
 * answers for all. What this dialect wrote itself goes out as it came.
 */
export class RepeatedTools {
  readonly #writing: Writing;
  readonly #first = new Map<string, UnifiedToolDefinition>();

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** Whether an earlier tool has the name, which is reported. To be asked once for each tool, in their order. */
  has(tool: UnifiedToolDefinition, path: string): boolean {
    const key = this.#keyOf(tool);
    if (key === undefined) return false;
    const first = this.#first.get(key);
    if (first === undefined) {
      this.#first.set(key, tool);
      return false;
    }
    const isSame = meaning(first) === meaning(tool);
    const reason = isSame
      ? 'the tool is defined twice, and is sent once'
      : 'each tool has a name of its own here: the first of this name is sent, and this one is left out';
    const requirement = isSame ? 'optional' : 'preferred';
    this.#writing.context.loss.lose({ path, feature: `tool.${tool.type}`, requirement, reason });
    return true;
  }

  /** Tools that are named by their owner share a name with those of their kind only: functions get another one then. */
  #keyOf(tool: UnifiedToolDefinition): string | undefined {
    if (isOwnRequest(this.#writing.request)) return undefined;
    if (tool.type === 'function' || tool.type === 'custom') return `called ${tool.name}`;
    const name = hostedNameOf(this.#writing, tool.type);
    return name === undefined ? undefined : `hosted ${name}`;
  }
}

/** What a definition says, without where it was read. */
function meaning({ providerData: _data, ...tool }: UnifiedToolDefinition): string {
  return canonicalJson(tool);
}
