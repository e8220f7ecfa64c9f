import type {
  UnifiedContextAmount,
  UnifiedContextEdit,
  UnifiedProviderDataRef,
} from '../../../../generated/unified/types.ts';
import { from } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import type { Holding } from './holding.ts';
import { keepUnknownBlock, optional } from './ingest-history.ts';

/** The rules by which the context is kept small. */
export interface ContextEdits {
  readonly edits?: readonly UnifiedContextEdit[];
  /** Rules that nobody knows. */
  readonly unknown: readonly UnifiedProviderDataRef[];
  /** Whether a rule that keeps all thinking said so with an object. */
  readonly keepAllAsObject: boolean;
}

/** Reads the rules by which the provider keeps the context small. */
export function readContextManagement(body: Holding): ContextEdits {
  const wire = body.object(body.wire, 'context_management');
  const wires = wire === undefined ? undefined : body.entries(wire, 'edits');
  if (wires === undefined) return { unknown: [], keepAllAsObject: false };
  const edits: UnifiedContextEdit[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  wires.forEach((entry, index) => {
    const edit = readEdit(body, entry);
    if (edit === undefined) unknown.push(keepUnknownBlock(body, body.id, entry, `/context_management/edits/${index}`));
    else edits.push(from(body.within(entry).context, entry, edit));
  });
  return {
    edits,
    unknown,
    keepAllAsObject: wires.some(({ value }) => typeof value['keep'] === 'object' && isAll(value['keep'])),
  };
}

const DATED = /^(clear_tool_uses|clear_thinking|compact)_([0-9]{8})$/;

function readEdit(body: Holding, wire: WireObject): UnifiedContextEdit | undefined {
  const type = wire.peek('type');
  const [, rule, version] = typeof type === 'string' ? (DATED.exec(type) ?? []) : [];
  if (rule === undefined) return undefined;
  wire.take('type');
  if (rule === 'clear_tool_uses') return readClearToolUses(body, wire, version);
  if (rule === 'clear_thinking') return readClearThinking(body, wire, version);
  return {
    type: 'compact',
    ...optional('version', version),
    ...optional('trigger', readAmount(body, wire, 'trigger')),
    ...optional('instructions', wire.text('instructions')),
    ...optional('pauseAfter', wire.boolean('pause_after_compaction')),
  };
}

function readClearToolUses(body: Holding, wire: WireObject, version: string | undefined): UnifiedContextEdit {
  const inputs = wire.peek('clear_tool_inputs');
  const list = Array.isArray(inputs) ? wire.texts('clear_tool_inputs') : undefined;
  return {
    type: 'clear-tool-uses',
    ...optional('version', version),
    ...optional('trigger', readAmount(body, wire, 'trigger')),
    ...optional('keep', readAmount(body, wire, 'keep')),
    ...optional('clearAtLeast', readAmount(body, wire, 'clear_at_least')),
    ...(list === undefined ? optional('clearInputs', wire.boolean('clear_tool_inputs')) : { clearInputsOf: list }),
    ...optional('excludedTools', wire.texts('exclude_tools')),
  };
}

function readClearThinking(body: Holding, wire: WireObject, version: string | undefined): UnifiedContextEdit {
  const keepAll = isAll(wire.peek('keep'));
  if (keepAll) wire.take('keep');
  return {
    type: 'clear-thinking',
    ...optional('version', version),
    ...(keepAll ? { keepAll } : optional('keep', readAmount(body, wire, 'keep'))),
  };
}

function isAll(value: unknown): boolean {
  if (value === 'all') return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'all' &&
    Object.keys(value).length === 1
  );
}

const UNITS: Readonly<Record<string, UnifiedContextAmount['unit']>> = {
  input_tokens: 'input-tokens',
  tool_uses: 'tool-uses',
  thinking_turns: 'thinking-turns',
};

function readAmount(body: Holding, wire: WireObject, key: string): UnifiedContextAmount | undefined {
  const amount = body.typed(wire, key, Object.keys(UNITS));
  if (amount === undefined) return undefined;
  // The type is one of the keys of the table.
  const unit = UNITS[String(amount.value['type'])] as UnifiedContextAmount['unit'];
  return { unit, value: amount.count('value') ?? amount.fault('value', 'a whole number, zero or more') };
}
