/** Tells the time as an ISO 8601 timestamp in UTC. Time is always a parameter: no module reads it on its own. */
export type Clock = () => string;

/** A clock that stands still at `iso`, for tests and for reproducible ingestion. */
export function fixedClock(iso: string): Clock {
  return () => iso;
}
