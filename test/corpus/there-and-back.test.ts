import { describe, expect, it } from 'vitest';
import { REQUESTS } from '../../src/fidelity/direction.ts';
import { thereAndBack } from '../../src/fidelity/round-trip.ts';
import { TARGETS, type Target } from '../support/audited.ts';
import { type ReadableRequest, readableRequests, readRecorded } from '../support/recorded.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';

describe.skipIf(SHARED === undefined)(`recorded requests to another dialect and back ${NEEDS_RECORDINGS}`, () => {
  it.each(TARGETS)(
    '[U-LOSS-1][U-ITEM-5][U-PROF-10] differ by what the reports say, after a stay in $name',
    (abroad) => {
      const travellers = readableRequests().filter(({ source }) => source.profile.family !== abroad.profile.family);
      const journeys = travellers.flatMap((recorded) => {
        const journey = thereAndBack(REQUESTS, readRecorded(recorded).value, homeOf(recorded), abroad);
        return journey === undefined ? [] : [{ name: recorded.name, ...journey }];
      });
      console.log(`${journeys.length} of ${travellers.length} came back from ${abroad.name}`);
      expect(
        journeys.filter(({ vanished, appeared, moved }) => vanished.length + appeared.length + moved.length > 0),
      ).toEqual([]);
      expect(journeys.length).toBeGreaterThan(travellers.length * 0.8);
    },
  );
});

function homeOf({ source: { profile, recordedIn } }: ReadableRequest): Target {
  return { name: profile.family, profile, ...(recordedIn === undefined ? {} : { revision: recordedIn }) };
}
