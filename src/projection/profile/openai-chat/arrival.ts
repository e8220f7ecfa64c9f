import type { WireObject } from '../../wire-object.ts';
import { isThinkingPart } from './quirks.ts';

/** What becomes one item of an answer, in the order in which it arrived. */
export type Arrival =
  | {
      readonly kind: 'reasoning';
      /** The blocks of reasoning that were told before something else began, as JSON text. */
      readonly told?: string;
    }
  /** One thinking part of a list of content. */
  | { readonly kind: 'thought'; readonly index: number }
  | { readonly kind: 'said' }
  | { readonly kind: 'call'; readonly index: number }
  | { readonly kind: 'legacy-call' }
  /** What went on after something else had come between, as a message of its own. */
  | { readonly kind: 'later-reasoning'; readonly wire: WireObject }
  | { readonly kind: 'later-said'; readonly wire: WireObject };

/** The order of an answer that arrived at once: what the model thought, said and called. */
export function usualOrder(message: WireObject): readonly Arrival[] {
  const content = message.peek('content');
  const calls = message.peek('tool_calls');
  const thoughts = (Array.isArray(content) ? content : []).flatMap((part, index): Arrival[] =>
    isThinkingPart(part) ? [{ kind: 'thought', index }] : [],
  );
  const listed = (Array.isArray(calls) ? calls : []).map((_call, index): Arrival => ({ kind: 'call', index }));
  return [{ kind: 'reasoning' }, ...thoughts, { kind: 'said' }, ...listed, { kind: 'legacy-call' }];
}

/** What arrived in its order, and then what nobody saw arriving. */
export function withTheRest(arrived: readonly Arrival[], message: WireObject): readonly Arrival[] {
  const known = new Set(arrived.map(nameOf));
  return [...arrived, ...usualOrder(message).filter((usual) => !known.has(nameOf(usual)))];
}

function nameOf(arrival: Arrival): string {
  return 'index' in arrival ? `${arrival.kind} ${arrival.index}` : arrival.kind;
}
