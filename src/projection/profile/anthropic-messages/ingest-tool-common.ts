import type { UnifiedJsonBox } from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { WireObject } from '../../wire-object.ts';
import type { Holding } from './holding.ts';
import { optional } from './ingest-history.ts';

/** What every tool can have. */
export function readCommon(holding: Holding) {
  const { wire } = holding;
  const examples = readExamples(wire);
  return {
    ...optional('strict', wire.boolean('strict')),
    ...optional('deferLoading', wire.boolean('defer_loading')),
    ...optional('allowedCallers', wire.texts('allowed_callers')),
    ...optional('inputExamples', examples),
    ...holding.cache(),
  };
}

function readExamples(wire: WireObject): readonly UnifiedJsonBox[] | undefined {
  const raw = wire.peek('input_examples');
  if (!Array.isArray(raw)) {
    wire.take('input_examples');
    return raw === undefined || raw === null ? undefined : wire.fault('input_examples', 'a list');
  }
  // The value is the list that was just seen, with lone surrogates repaired.
  const examples = wire.json('input_examples') as readonly JsonValue[];
  return examples.map((value) => ({ value }));
}
