import { describe, expect, it } from 'vitest';
import { checkedModel } from '../../../../codegen/checked-model.ts';
import { parseSources } from '../../../../codegen/load.ts';
import type { Json } from '../../../../codegen/model.ts';
import { planTarget } from '../../../../codegen/target/plan.ts';
import { edited, fixtureSources } from '../support/fixture.ts';
import { importFrom, temporaryFolder, writeFiles } from '../support/written.ts';

const REQUEST = 'sample/1.0/request.schema.json';
const COMMON = 'common.schema.json#/$defs';
const WANTED = '/$defs/SampleRequest/properties/wanted';

/** How the plan describes a property of the request that is added to the fixture. */
async function planned(property: Json): Promise<unknown> {
  const model = checkedModel(parseSources(edited(await fixtureSources(), REQUEST, WANTED, property)), {
    ownAddresses: false,
  });
  const folder = await temporaryFolder();
  await writeFiles(folder, [...(await planTarget.emit(model)), { path: 'package.json', text: '{ "type": "module" }' }]);
  const { PLAN } = await importFrom(folder, 'sample/plan.ts');
  // The generated module has the type of the fixture's request.
  return (PLAN as { SampleRequest: { properties: { wanted: unknown } } }).SampleRequest.properties.wanted;
}

describe('planTarget', () => {
  it.each<Json>([false, 0, 'auto', [], ['text'], {}])(
    '[U-LOSS-1] keeps %j as the value that asks for nothing',
    async (neutral) => {
      const property = { type: 'boolean', description: 'What is wanted.', 'x-unified-neutral': neutral };
      expect(await planned(property)).toEqual({ neutral });
    },
  );

  it('[U-LOSS-1] tells the neutral value of an intent from one of the property itself', async () => {
    const box = { $ref: `${COMMON}/SampleJsonBox`, description: 'What is wanted.', 'x-unified-neutral': 0 };
    expect(await planned(box)).toEqual({ neutralValue: 0, child: 'SampleJsonBox' });
  });
});
