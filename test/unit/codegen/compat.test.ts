import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../codegen/build.ts';
import { parseReservedNames, type ReservedName } from '../../../codegen/compat/reserved.ts';
import type { Level, Rule } from '../../../codegen/compat/rule.ts';
import { compareBundles, verdict } from '../../../codegen/compat.ts';
import { loadSchemas } from '../../../codegen/load.ts';
import { isJsonObject, type Json, type SchemaObject } from '../../../codegen/model.ts';

const BASE = {
  Version: { type: 'string', const: '2.0' },
  Role: { type: 'string', enum: ['user', 'assistant'] },
  Language: {
    anyOf: [
      { type: 'string', enum: ['en', 'de'] },
      { type: 'string', maxLength: 64 },
    ],
  },
  Labels: {
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 10 },
    propertyNames: { type: 'string', pattern: '^[a-z]+$' },
  },
  Subject: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: 4 }] },
  Item: { type: 'object', discriminator: { propertyName: 'type' }, oneOf: [ref('Message'), ref('Note')] },
  Message: {
    type: 'object',
    properties: {
      type: { type: 'string', const: 'message' },
      role: ref('Role'),
      language: ref('Language'),
      subject: ref('Subject'),
    },
    required: ['type', 'role'],
    additionalProperties: false,
  },
  Note: {
    type: 'object',
    properties: { type: { type: 'string', const: 'note' }, labels: ref('Labels') },
    required: ['type'],
    additionalProperties: false,
  },
  Request: {
    description: 'A request.',
    type: 'object',
    properties: {
      schemaVersion: ref('Version'),
      id: { type: 'string', minLength: 1, maxLength: 512, pattern: '^[a-z]+$', 'x-unified-bookkeeping': true },
      createdAt: { type: 'string', format: 'date-time' },
      bytes: { type: 'string', contentEncoding: 'base64' },
      count: { type: 'integer', minimum: 0, multipleOf: 2, 'x-unified-feature': 'request.count' },
      items: { type: 'array', maxItems: 10, uniqueItems: true, items: ref('Item') },
    },
    required: ['schemaVersion', 'id', 'items'],
    additionalProperties: false,
    'x-unified-root': true,
  },
  Spare: { type: 'boolean' },
} satisfies Readonly<Record<string, SchemaObject>>;

function ref(name: string): SchemaObject {
  return { $ref: `#/$defs/${name}` };
}

/** A JSON merge patch (RFC 7396): null removes, an array replaces. */
function patched(value: Json, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(value) ? value : {}));
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) merged.delete(name);
    else merged.set(name, patched(merged.get(name) ?? null, change));
  }
  return Object.fromEntries(merged);
}

/** The patch of one property. */
function property(name: string, patch: Json): SchemaObject {
  return { properties: { [name]: patch } };
}

function compareWith(patch: SchemaObject, reserved?: readonly ReservedName[]) {
  // A merge patch of an object of schema objects, in which the tests patch objects only, is one again.
  const next = patched(BASE, patch) as Readonly<Record<string, SchemaObject>>;
  return compareBundles({ $defs: BASE }, { $defs: next }, reserved);
}

type Row = readonly [title: string, patch: SchemaObject, rule: Rule, pointer: string];

const BREAKING: readonly Row[] = [
  ['a definition removed', { Spare: null }, 'DEFINITION_REMOVED', '/Spare'],
  ['a property removed', { Request: property('count', null) }, 'PROPERTY_REMOVED', '/Request/properties/count'],
  [
    'a required property added',
    { Note: { ...property('text', { type: 'string' }), required: ['type', 'text'] } },
    'REQUIRED_PROPERTY_ADDED',
    '/Note/properties/text',
  ],
  [
    'an optional property made required',
    { Note: { required: ['type', 'labels'] } },
    'OPTIONAL_TO_REQUIRED',
    '/Note/properties/labels',
  ],
  [
    'a required property made optional',
    { Message: { required: ['type'] } },
    'REQUIRED_TO_OPTIONAL',
    '/Message/properties/role',
  ],
  ['another scalar type', { Spare: { type: 'number' } }, 'TYPE_CHANGED', '/Spare'],
  [
    'a list instead of a value',
    { Message: property('role', { $ref: null, type: 'array', items: ref('Role') }) },
    'TYPE_CHANGED',
    '/Message/properties/role',
  ],
  ['another constant', { Version: { const: '2.1' } }, 'CONST_CHANGED', '/Version'],
  ['a value removed', { Role: { enum: ['user'] } }, 'ENUM_VALUE_REMOVED', '/Role'],
  [
    'a known value removed from an open list',
    {
      Language: {
        anyOf: [
          { type: 'string', enum: ['en'] },
          { type: 'string', maxLength: 64 },
        ],
      },
    },
    'ENUM_VALUE_REMOVED',
    '/Language',
  ],
  ['a variant removed', { Item: { oneOf: [ref('Message')] } }, 'VARIANT_REMOVED', '/Item'],
  ['an alternative removed', { Subject: { anyOf: [{ type: 'string' }] } }, 'VARIANT_REMOVED', '/Subject'],
  [
    'another pattern',
    { Request: property('id', { pattern: '^[a-f]+$' }) },
    'PATTERN_CHANGED',
    '/Request/properties/id',
  ],
  [
    'another pattern for the names of a map',
    { Labels: { propertyNames: { pattern: '^[a-f]+$' } } },
    'PATTERN_CHANGED',
    '/Labels/propertyNames',
  ],
  [
    'a format removed',
    { Request: property('createdAt', { format: null }) },
    'FORMAT_CHANGED',
    '/Request/properties/createdAt',
  ],
  [
    'another encoding',
    { Request: property('bytes', { contentEncoding: 'base32' }) },
    'ENCODING_CHANGED',
    '/Request/properties/bytes',
  ],
  ['another discriminator', { Item: { discriminator: { propertyName: 'kind' } } }, 'DISCRIMINATOR_CHANGED', '/Item'],
  [
    'a smaller maximum length',
    { Request: property('id', { maxLength: 256 }) },
    'BOUND_TIGHTENED',
    '/Request/properties/id',
  ],
  ['a greater minimum', { Request: property('count', { minimum: 1 }) }, 'BOUND_TIGHTENED', '/Request/properties/count'],
  ['a coarser step', { Request: property('count', { multipleOf: 4 }) }, 'BOUND_TIGHTENED', '/Request/properties/count'],
  [
    'a new bound inside an alternative',
    {
      Subject: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string', maxLength: 5 }, maxItems: 4 }] },
    },
    'BOUND_TIGHTENED',
    '/Subject/anyOf/1/items',
  ],
  [
    'a smaller bound of the values of a map',
    { Labels: { additionalProperties: { maxLength: 9 } } },
    'BOUND_TIGHTENED',
    '/Labels/additionalProperties',
  ],
  ['an object opened', { Request: { additionalProperties: null } }, 'OPENNESS_CHANGED', '/Request'],
  [
    'a closed list opened',
    { Role: { type: null, enum: null, anyOf: [{ type: 'string', enum: ['user'] }, { type: 'string' }] } },
    'OPENNESS_CHANGED',
    '/Role',
  ],
  [
    'another reference',
    { Message: property('role', ref('Language')) },
    'REF_TARGET_CHANGED',
    '/Message/properties/role',
  ],
  ['a root that is none any more', { Request: { 'x-unified-root': null } }, 'ROOT_REMOVED', '/Request'],
  [
    'a property that enters the content fingerprint',
    { Request: property('id', { 'x-unified-bookkeeping': null }) },
    'KEYWORD_CHANGED',
    '/Request/properties/id',
  ],
  [
    'a keyword that no rule knows',
    { Request: property('id', { default: 'a' }) },
    'KEYWORD_CHANGED',
    '/Request/properties/id',
  ],
];

const WRITER_GATED: readonly Row[] = [
  ['a value added', { Role: { enum: ['user', 'assistant', 'tool'] } }, 'ENUM_VALUE_ADDED', '/Role'],
  [
    'a constant that becomes one of two values',
    { Version: { const: null, enum: ['2.0', '2.1'] } },
    'ENUM_VALUE_ADDED',
    '/Version',
  ],
  ['a variant added', { Item: { oneOf: [ref('Message'), ref('Note'), ref('Spare')] } }, 'VARIANT_ADDED', '/Item'],
  [
    'an alternative added',
    { Subject: { anyOf: [...BASE.Subject.anyOf, { type: 'integer' }] } },
    'VARIANT_ADDED',
    '/Subject/anyOf/2',
  ],
  [
    'a greater maximum length',
    { Request: property('id', { maxLength: 1024 }) },
    'BOUND_LOOSENED',
    '/Request/properties/id',
  ],
  [
    'a minimum removed',
    { Request: property('count', { minimum: null }) },
    'BOUND_LOOSENED',
    '/Request/properties/count',
  ],
  [
    'equal members allowed',
    { Request: property('items', { uniqueItems: null }) },
    'BOUND_LOOSENED',
    '/Request/properties/items',
  ],
];

const ADDITIVE: readonly Row[] = [
  [
    'an optional property added',
    { Note: property('text', ref('Spare')) },
    'OPTIONAL_PROPERTY_ADDED',
    '/Note/properties/text',
  ],
  ['a definition added', { Extra: { type: 'string' } }, 'DEFINITION_ADDED', '/Extra'],
  [
    'a known value added to an open list',
    {
      Language: {
        anyOf: [
          { type: 'string', enum: ['en', 'de', 'fr'] },
          { type: 'string', maxLength: 64 },
        ],
      },
    },
    'KNOWN_VALUE_ADDED',
    '/Language',
  ],
  ['a root added', { Item: { 'x-unified-root': true } }, 'ROOT_ADDED', '/Item'],
  [
    'another feature code',
    { Request: property('count', { 'x-unified-feature': 'request.number' }) },
    'FEATURE_CHANGED',
    '/Request/properties/count',
  ],
];

const DOC: readonly Row[] = [
  ['another description', { Request: { description: 'Asks.' } }, 'DOC_CHANGED', '/Request'],
  ['an example added', { Spare: { examples: [true] } }, 'DOC_CHANGED', '/Spare'],
];

function rowsOf(level: Level, rows: readonly Row[]) {
  return rows.map(([title, patch, rule, pointer]) => ({ level, title, patch, rule, pointer: `/$defs${pointer}` }));
}

describe('compareBundles', () => {
  const rows = [
    ...rowsOf('breaking', BREAKING),
    ...rowsOf('writer-gated', WRITER_GATED),
    ...rowsOf('additive', ADDITIVE),
    ...rowsOf('doc', DOC),
  ];

  it.each(rows)('[U-VER-2] finds $title ($rule, $level), and nothing else', ({ level, patch, rule, pointer }) => {
    const message = expect.stringMatching(/^[A-Z"].*\.$/);
    expect(compareWith(patch)).toEqual([{ rule, level, definition: pointer.split('/')[2], pointer, message }]);
  });

  it('[U-VER-2] finds nothing between a bundle and itself', () => {
    expect(compareWith({})).toEqual([]);
  });

  it('[U-VER-2] tells variants apart by tag: a renamed definition is another target, a renamed tag another variant', () => {
    const renamed = compareWith({ Memo: BASE.Note, Item: { oneOf: [ref('Message'), ref('Memo')] } });
    expect(renamed.map(({ rule }) => rule)).toEqual(['REF_TARGET_CHANGED', 'DEFINITION_ADDED']);
    const retagged = compareWith({ Note: property('type', { const: 'memo' }) });
    expect(retagged.map(({ rule }) => rule)).toEqual(['VARIANT_REMOVED', 'VARIANT_ADDED', 'CONST_CHANGED']);
  });

  it('[U-VER-2] ignores the order of properties, required names, values and variants', () => {
    const { Request, Item, Role } = BASE;
    const properties = Object.fromEntries(Object.entries(Request.properties).reverse());
    const next = {
      ...BASE,
      Request: { ...Request, properties, required: Request.required.toReversed() },
      Item: { ...Item, oneOf: Item.oneOf.toReversed() },
      Role: { ...Role, enum: Role.enum.toReversed() },
    };
    expect(compareBundles({ $defs: BASE }, { $defs: next })).toEqual([]);
  });
});

describe('verdict', () => {
  it('[U-VER-2] is the largest step that any finding asks for', () => {
    const breaking = compareWith({ Role: { enum: ['user'] } });
    const gated = compareWith({ Request: property('id', { maxLength: 1024 }) });
    const doc = compareWith({ Request: { description: 'Asks.' } });
    expect([breaking, gated, doc, []].map(verdict)).toEqual(['major', 'minor', 'patch', 'patch']);
    expect(verdict([...doc, ...breaking, ...gated])).toBe('major');
    expect(verdict([...doc, ...gated, ...doc])).toBe('minor');
  });
});

describe('reserved names', () => {
  const family = 'sample';
  const rows: readonly (readonly [title: string, name: ReservedName, used: boolean])[] = [
    ['a definition', { family, definition: 'Note' }, true],
    ['a property', { family, definition: 'Note', property: 'labels' }, true],
    ['a tag', { family, definition: 'Item', tag: 'note' }, true],
    ['a value', { family, definition: 'Role', value: 'user' }, true],
    ['a known value of an open list', { family, definition: 'Language', value: 'en' }, true],
    ['a definition that is free', { family, definition: 'Letter' }, false],
    ['a property that is free', { family, definition: 'Note', property: 'toString' }, false],
    ['a tag that is free', { family, definition: 'Item', tag: 'letter' }, false],
  ];

  it.each(rows)('[U-VER-2] knows whether %s is used again after its removal', (_title, name, used) => {
    const findings = compareWith({}, [name]).map(({ rule, level }) => [rule, level]);
    expect(findings).toEqual(used ? [['RESERVED_NAME_USED', 'breaking']] : []);
  });

  it('[U-VER-2] reads the list, and names an entry that is wrong', () => {
    const entry = { family, definition: 'Note', property: 'labels' };
    expect(parseReservedNames(JSON.stringify({ reserved: [entry] }))).toEqual([entry]);
    const wrong = [
      { family },
      { ...entry, tag: 'x' },
      { ...entry, property: 1 },
      { family, definition: 'A', what: 'x' },
    ];
    for (const second of wrong)
      expect(() => parseReservedNames(JSON.stringify({ reserved: [entry, second] }))).toThrow(
        'Entry 1 of reserved.json',
      );
    expect(() => parseReservedNames('{}')).toThrow('no list "reserved"');
  });
});

describe('the schemas of this project', async () => {
  const model = buildModel(await loadSchemas({ root: 'schema' }));
  const unified = model.families.find(({ name }) => name === 'unified');
  const definitions = Object.fromEntries([...(unified?.definitions ?? [])].map(([name, { schema }]) => [name, schema]));

  it.each([
    { kind: 'an optional', required: false, rule: 'OPTIONAL_PROPERTY_ADDED', level: 'additive', step: 'minor' },
    { kind: 'a required', required: true, rule: 'REQUIRED_PROPERTY_ADDED', level: 'breaking', step: 'major' },
  ])('[U-VER-2] $kind property more in UnifiedRequestV2 is a $step version', ({ required, rule, level, step }) => {
    const request = definitions['UnifiedRequestV2'] ?? {};
    const names = Array.isArray(request['required']) ? request['required'] : [];
    expect(names).toContain('schemaVersion');
    const patch = { ...property('novelty', { type: 'string' }), required: required ? [...names, 'novelty'] : names };
    // As in compareWith: patching an object with an object gives an object.
    const next = { ...definitions, UnifiedRequestV2: patched(request, patch) as SchemaObject };
    const findings = compareBundles({ $defs: definitions }, { $defs: next });
    expect(findings).toMatchObject([{ rule, level, pointer: '/$defs/UnifiedRequestV2/properties/novelty' }]);
    expect(verdict(findings)).toBe(step);
  });
});
