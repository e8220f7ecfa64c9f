import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedCacheDirective,
  UnifiedCacheIntent,
  UnifiedCacheTtl,
} from '../../../../generated/unified/types.ts';
import { isPlainObject } from '../../../core/json.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { millisecondsOf } from '../../shared/duration.ts';
import { MAX_CACHE_BREAKPOINTS } from './wire.ts';

interface Mark {
  readonly draft: WireDraft;
  readonly path: string;
}

/**
 * The marks of cached prefixes in one body. They are written where they are met, and those that the dialect refuses are
 * taken away at the end: more than four of them, and short-lived ones before a long-lived one.
 */
export class CacheMarks {
  readonly #context: EmitContext;
  readonly #intent: UnifiedCacheIntent | undefined;
  readonly #marks = new Map<object, Mark>();
  readonly #blocks = new Map<string, WireDraft>();
  readonly #judged: boolean;
  #last: WireDraft | undefined;

  /** `own` marks were read from this dialect, and are not judged as long as nobody adds breakpoints of ours. */
  constructor(context: EmitContext, intent: UnifiedCacheIntent | undefined, own: boolean) {
    this.#context = context;
    this.#intent = intent;
    this.#judged = !own || intent?.breakpoints !== undefined;
  }

  /** Notes a block that can carry a mark, by the part and the item that it is. */
  block(draft: WireDraft, partId: string, itemId: string): void {
    this.#last = draft;
    if (this.#intent?.breakpoints === undefined) return;
    this.#blocks.set(partId, draft);
    this.#blocks.set(itemId, draft);
  }

  /** Writes a mark on a block or on a tool; `path` is the pointer of what carries it in the record. */
  directive(draft: WireDraft, directive: UnifiedCacheDirective | undefined, path: string): void {
    if (directive !== undefined) this.#mark(draft, directive.ttl, `${path}/cache`, `${path}/cache/ttl`);
  }

  /** Whether a part ends a prefix that the request names, so that it must stay a block. */
  isNamed(partId: string | undefined): boolean {
    return partId !== undefined && this.#intent?.breakpoints?.some((named) => named.partId === partId) === true;
  }

  /** Notes a tool of the list: it takes the marks of tools behind it that are not sent. */
  tool(draft: WireDraft): void {
    this.#last = draft;
  }

  /**
   * A mark on something that is not sent: the nearest tool or block that was written before takes it, unless it has one
   * already, so that the prefix is still cached.
   */
  moved(directive: UnifiedCacheDirective | undefined, path: string): void {
    if (directive === undefined) return;
    const last = this.#last;
    const reason = 'what carried the mark is not sent; the nearest tool or block before it carries it now';
    this.#lose(
      `${path}/cache`,
      'cache.breakpoint',
      last === undefined ? 'what carried the mark is not sent, and nothing stands before it' : reason,
    );
    if (last === undefined || this.#marks.has(last)) return; // a mark of its own ends the same prefix
    this.#mark(last, directive.ttl, `${path}/cache`, `${path}/cache/ttl`);
  }

  /** Writes what the intent says about the request as a whole, and takes away what the dialect refuses. */
  finish(body: WireDraft): void {
    const intent = this.#intent;
    if (intent !== undefined) this.#breakpoints(intent);
    if (intent !== undefined) this.#mode(intent, body);
    if (this.#marks.size === 0) return;
    if (intent?.mode === 'disabled') {
      for (const mark of [...this.#marks.values()])
        this.#drop(mark, 'cache.breakpoint', 'the request asks for no caching');
      return;
    }
    if (this.#judged) this.#limited(this.#ordered(this.#inOrder(body)));
  }

  /** Automatic caching is paid for here: it is asked for where somebody chose it, not where it is another's custom. */
  #mode({ mode, modeImplied, ttl }: UnifiedCacheIntent, body: WireDraft): void {
    const isChosen = modeImplied !== true;
    if (mode === 'automatic' && isChosen) this.#mark(body, ttl, '/cache/mode', '/cache/ttl');
    else if (ttl !== undefined) this.#lose('/cache/ttl', 'cache.ttl', 'a time to live needs automatic caching here');
    if (!isChosen) this.#lose('/cache/mode', 'cache.mode', 'caching is paid for here, and nobody chose it');
    else if (mode === 'disabled' && this.#marks.size === 0) {
      this.#lose('/cache/mode', 'cache.mode', 'the target caches nothing that is not marked: there is nothing to say');
    }
  }

  /** A mark that stands in the history already keeps its own time to live: it ends the same prefix. */
  #breakpoints({ breakpoints = [] }: UnifiedCacheIntent): void {
    breakpoints.forEach(({ itemId, partId, ttl }, index) => {
      const path = `${PLANNED}${index}`;
      const draft = this.#blocks.get(partId ?? itemId);
      if (draft === undefined) this.#lose(path, 'cache.breakpoint', 'nothing that is sent ends the prefix');
      else if (!this.#marks.has(draft)) this.#mark(draft, ttl, path, `${path}/ttl`);
      else if (ttl !== undefined) this.#keepOwnTime(draft, ttl, `${path}/ttl`);
    });
  }

  #keepOwnTime(draft: WireDraft, ttl: UnifiedCacheTtl, path: string): void {
    const control = draft['cache_control'];
    const own = isPlainObject(control) ? (control['ttl'] ?? '5m') : undefined;
    if (own !== ttl) this.#lose(path, 'cache.ttl', 'what ends the prefix has a mark with another time to live');
  }

  #mark(draft: WireDraft, ttl: UnifiedCacheTtl | undefined, path: string, ttlPath: string): void {
    const lasting = ttl === undefined ? undefined : this.#ttl(ttl, ttlPath);
    draft['cache_control'] = lasting === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl: lasting };
    this.#marks.set(draft, { draft, path });
  }

  /** The time to live on this wire: five minutes or an hour, never longer than was asked for. */
  #ttl(ttl: UnifiedCacheTtl, path: string): string | undefined {
    const seconds = millisecondsOf(ttl) / 1000;
    if (seconds === HOUR) return '1h';
    if (seconds === FIVE_MINUTES) return '5m';
    const nearest = seconds > HOUR ? '1h' : undefined;
    this.#lose(path, 'cache.ttl', 'a prefix lives five minutes or an hour here; the shorter one was taken');
    return nearest;
  }

  /** Marks in the order in which the provider counts them: tools, system text, messages, and the automatic one. */
  #inOrder(body: WireDraft): readonly Mark[] {
    const found: Mark[] = [];
    const collect = (value: unknown): void => {
      const mark = this.#marks.get(value as object); // anything else is no key of the map
      if (mark !== undefined) found.push(mark);
    };
    for (const key of ['tools', 'system', 'messages']) visit(body[key], collect);
    collect(body);
    return found;
  }

  /** Of two marks that may not stand in their order, a breakpoint of the request gives way, else the shorter one. */
  #ordered(marks: readonly Mark[]): readonly Mark[] {
    const firstShort = marks.findIndex((mark) => !isPlanned(mark) && !isLong(mark));
    const isLate = (mark: Mark, index: number) =>
      firstShort >= 0 && index > firstShort && isPlanned(mark) && isLong(mark);
    const kept = marks.filter((mark, index) => !isLate(mark, index) || this.#dropMisplaced(mark));
    const lastLong = kept.findLastIndex(isLong);
    return kept.filter((mark, index) => index >= lastLong || isLong(mark) || this.#dropMisplaced(mark));
  }

  /** False, as the filter of what is kept wants it. */
  #dropMisplaced(mark: Mark): boolean {
    const reason = 'a mark that lives shorter may not stand before one that lives longer';
    this.#drop(mark, 'cache.breakpoint.order', reason);
    return false;
  }

  /** Breakpoints of the request give way to marks that stand in the history: those are what earlier requests cached. */
  #limited(marks: readonly Mark[]): void {
    const excess = marks.length - MAX_CACHE_BREAKPOINTS;
    if (excess <= 0) return;
    const { planned = [], marked = [] } = Object.groupBy(marks, (mark) => (isPlanned(mark) ? 'planned' : 'marked'));
    const dropped = [...this.#leastWanted(planned), ...this.#leastWanted(marked)].slice(0, excess);
    for (const mark of dropped) this.#drop(mark, 'cache.breakpoint.limit', 'a request may carry four marks');
  }

  /** Marks in the order in which they are given up. */
  #leastWanted(marks: readonly Mark[]): readonly Mark[] {
    const policy = this.#intent?.limitPolicy ?? 'keep-last';
    if (policy === 'keep-first') return marks.toReversed();
    if (policy === 'keep-last') return marks;
    return marks.toSorted((left, right) => Number(isLong(left)) - Number(isLong(right)));
  }

  #drop({ draft, path }: Mark, feature: FeatureCode, reason: string): void {
    delete draft['cache_control'];
    this.#marks.delete(draft);
    this.#lose(path, feature, reason);
  }

  #lose(path: string, feature: FeatureCode, reason: string): void {
    const requirement = path.startsWith('/cache/') ? this.#intent?.requirement : undefined;
    this.#context.loss.lose({ path, feature, reason, ...(requirement === undefined ? {} : { requirement }) });
  }
}

const FIVE_MINUTES = 300;
const HOUR = 3600;

/** Where the breakpoints of the request stand in it. */
const PLANNED = '/cache/breakpoints/';

function isPlanned({ path }: Mark): boolean {
  return path.startsWith(PLANNED);
}

function isLong({ draft }: Mark): boolean {
  const control = draft['cache_control'];
  return isPlainObject(control) && control['ttl'] === '1h';
}

/** Visits blocks in their order, what is inside a block before the block itself. */
function visit(value: unknown, collect: (value: unknown) => void): void {
  if (Array.isArray(value)) {
    for (const entry of value) visit(entry, collect);
    return;
  }
  if (!isPlainObject(value)) return;
  visit(value['content'], collect);
  if (isPlainObject(value['source'])) visit(value['source'], collect);
  if (Array.isArray(value['tool_changes'])) visit(value['tool_changes'], collect);
  collect(value);
}
