import type { UnifiedCacheDirective, UnifiedProviderDataRef } from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonValue } from '../../../core/json.ts';
import { type IngestContext, keepUnknown } from '../../ingest-context.ts';
import { isDuration } from '../../shared/duration.ts';
import type { WireObject } from '../../wire-object.ts';
import { annotate, type FormName, type Forms } from './forms.ts';

/**
 * One thing of the wire that becomes one thing of the record, together with the objects inside it: what nobody read of
 * any of them is kept with the thing, and so is the mark of objects that had nothing in them.
 */
export class Holding {
  readonly context: IngestContext;
  readonly wire: WireObject;
  readonly id: string;
  #inner: WireObject[] | undefined;
  #said: Set<WireObject> | undefined;

  constructor(context: IngestContext, wire: WireObject, id: string) {
    this.context = context;
    this.wire = wire;
    this.id = id;
  }

  /** An object inside; anything else than an object stays unread, and so with what nobody knows. */
  object(wire: WireObject, key: string): WireObject | undefined {
    const value = wire.peek(key);
    if (value !== null && !isPlainObject(value)) return undefined;
    return this.#hold(wire.object(key));
  }

  /** An object inside whose being there the record itself says, be it without members. */
  plain(wire: WireObject, key: string): WireObject | undefined {
    const held = this.object(wire, key);
    if (held !== undefined) this.#say(held);
    return held;
  }

  /** An object inside whose `type` is one of these words; any other stays unread, whole. */
  typed(wire: WireObject, key: string, types: readonly string[]): WireObject | undefined {
    const value = wire.peek(key);
    if (value === null) return wire.object(key);
    if (!isPlainObject(value) || !types.some((type) => type === value['type'])) return undefined;
    const held = this.#hold(wire.object(key));
    held?.take('type');
    return held;
  }

  /** Objects inside a list; a member that is no list of objects stays unread. */
  objects(wire: WireObject, key: string): readonly WireObject[] | undefined {
    const list = this.entries(wire, key);
    for (const entry of list ?? []) this.within(entry);
    return list;
  }

  /** As `objects`, for a reader that takes only those inside that it knows. */
  entries(wire: WireObject, key: string): readonly WireObject[] | undefined {
    const value = wire.look(key);
    if (!Array.isArray(value) || !value.every((entry: JsonValue) => isPlainObject(entry))) return undefined;
    return wire.objects(key);
  }

  /** Takes an object inside that a list gave. */
  within(wire: WireObject): this {
    this.#hold(wire);
    this.#say(wire);
    return this;
  }

  /** A mark that the prefix that ends here shall be cached. */
  cache(wire: WireObject = this.wire, key = 'cache_control'): { readonly cache?: UnifiedCacheDirective } {
    const mark = this.typed(wire, key, ['ephemeral']);
    if (mark === undefined) return {};
    const ttl = mark.look('ttl');
    if (!isDuration(ttl)) return { cache: {} };
    mark.take('ttl');
    return { cache: { ttl } };
  }

  /** What the thing holds beside its own members: how the wire spelled it, and what nobody read. To be asked for last. */
  providerData<Name extends FormName>(
    name: Name,
    form: Forms[Name],
    more: readonly UnifiedProviderDataRef[] = [],
  ): { readonly providerData?: readonly UnifiedProviderDataRef[] } {
    const inner = this.#inner ?? [];
    if (inner.length === 0 && more.length === 0 && form === NOTHING && this.wire.unread().length === 0) return NOTHING;
    const base = this.wire.pointer();
    const at = (wire: WireObject): string => wire.pointer().slice(base.length);
    const places = [this.wire, ...inner].map((wire) => ({ wire, at: at(wire) }));
    const empty = inner.filter((wire) => !this.#said?.has(wire) && isUnread(wire)).map(at);
    const whole = empty.length === 0 ? form : { ...form, emptyObjects: [...(form.emptyObjects ?? []), ...empty] };
    const data = [
      ...annotate(this.context, this.id, name, whole),
      // Whole blocks come first: when they are back in their lists, the places of single members fit again.
      ...more,
      ...keepUnknown(this.context, this.id, places),
    ];
    return data.length === 0 ? {} : { providerData: data };
  }

  #hold(wire: WireObject | undefined): WireObject | undefined {
    if (wire === undefined) return undefined;
    this.#inner ??= [];
    this.#inner.push(wire);
    return wire;
  }

  #say(wire: WireObject): void {
    this.#said ??= new Set();
    this.#said.add(wire);
  }
}

/** A form that says nothing, and a thing that holds nothing. */
export const NOTHING = {};

/** Whether nothing of an object is in the record: it has no members, or none that anybody reads. Null is nothing. */
function isUnread(wire: WireObject): boolean {
  const present = Object.keys(wire.value).filter((key) => wire.value[key] !== null);
  return present.length === 0 || present.every((key) => wire.unread().includes(key));
}
