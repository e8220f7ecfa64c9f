import { invalidEvent } from './fault.ts';
import type { Folding } from './folding.ts';
import { annotationReducers } from './reducer/annotation.ts';
import { artifactReducers } from './reducer/artifact.ts';
import { itemReducers } from './reducer/item.ts';
import { operationReducers } from './reducer/operation.ts';
import { partReducers } from './reducer/part.ts';
import { type EventOf, type EventType, type Reducers, unchanged } from './reducer/reducer.ts';
import { responseReducers } from './reducer/response.ts';
import { toolReducers } from './reducer/tool.ts';

/** One entry for each type of event: a new type does not compile without one. */
const REDUCERS: Reducers<EventType> = {
  ...operationReducers,
  ...responseReducers,
  ...itemReducers,
  ...partReducers,
  ...annotationReducers,
  ...toolReducers,
  ...artifactReducers,
  warning: unchanged,
  heartbeat: unchanged,
  'unknown-provider-event': unchanged,
  'stream-completed': unchanged,
};

/** Applies one event. Throws ValidationError when it cannot follow the ones before; then nothing has changed. */
export function apply<Type extends EventType>(folding: Folding, event: EventOf<Type>): void {
  // The tag of an event names its reducer.
  const type = event.type as Type;
  if (!Object.hasOwn(REDUCERS, type))
    throw invalidEvent('references', '/type', 'There is no such event.', 'a known type');
  REDUCERS[type](folding, event);
}
