/** What a code of an error or an issue means, and what to do about it. */
export interface Explanation {
  /** What is wrong, as a short phrase. */
  readonly title: string;
  /** What to do about it, in a sentence or two. */
  readonly advice: string;
}

/** Explains a code, or nothing when no error or issue of this package has it. */
export function explain(code: string): Explanation | undefined {
  return Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code] : undefined;
}

/** Every code, one entry each, in alphabetical order. */
export const ERROR_CODES: Readonly<Record<string, Explanation>> = {
  annotation: {
    title: 'An annotation is not registered, or not valid under its schema',
    advice:
      'Register its schema with `createRegistry` or `registry.with` and pass the registry, or bring the value into the registered form.',
  },
  'annotation-name': {
    title: 'A text is no name of an annotation',
    advice: 'Name it as records refer to it: the profile, a slash and the name, in lower case, as in `acme/review`.',
  },
  'annotation-registered': {
    title: 'An annotation is registered twice',
    advice: 'Give it another name, or leave out one of the two entries.',
  },
  'annotation-schema': {
    title: 'The schema of an annotation cannot be compiled',
    advice:
      'Read the cause. A schema is JSON Schema 2020-12, refers to nothing outside of itself, and knows no format but `date-time`.',
  },
  'branch-head': {
    title: 'Branches, heads and items do not fit together',
    advice:
      'The head is the last item of its branch, a branch leaves an existing branch at one of its items, and items name the declared conversation and branches.',
  },
  cache: {
    title: 'A cache intent marks a prefix wrongly, or borrows an identifier of a provider',
    advice:
      'Mark each prefix once, at a part of the item that is named, and use a key of your own as the affinity key.',
  },
  'canonical-form': {
    title: 'A value has no canonical JSON',
    advice:
      'Make the value at `details.path` plain JSON: encode bytes as base64, leave absent members out, and keep numbers finite.',
  },
  compaction: {
    title: 'A compaction summary does not match what it stands for',
    advice:
      'Name a prefix of the branch with its item count and the SHA-256 of its canonical form, or say why the range is unknown.',
  },
  'compaction-audit': {
    title: 'The items before a compaction summary are not those that it stands for',
    advice: 'Restore the items that were summarized, or make a new summary of those that are there.',
  },
  'compaction-range': {
    title: 'A compaction summary was asked to stand for nothing',
    advice: 'Pass the items that the summary covers, from the first one of the branch on.',
  },
  completeness: {
    title: 'A history is not as complete as it says',
    advice:
      'Declare the missing ranges of a partial history, none for a complete one, and what holds the rest for one by reference.',
  },
  'event-conflict': {
    title: 'Two different events claim one place of an operation',
    advice: 'Read the events again from the journal: the first one that was committed counts.',
  },
  'event-gap': {
    title: 'Events between two that arrived are missing',
    advice: 'Replay from the sequence that `details.expected` names.',
  },
  'event-invalid': {
    title: 'An event cannot follow the events before it',
    advice:
      'Correct whoever writes the events: begin items, parts and calls before they are named, and follow their transitions.',
  },
  'event-order': {
    title: 'Events of an operation are missing, repeated or out of order',
    advice:
      'Number them from zero by one, let heartbeats repeat the last number, and send nothing after `stream-completed`.',
  },
  'exact-number': {
    title: 'An exact number literal does not fit the value',
    advice:
      'Pass the `exactNumbers` that parsing gave for this very value, or drop the entries whose numbers were changed or moved.',
  },
  'fold-state': {
    title: 'The state of a fold cannot be resumed',
    advice: 'Fold the events again from the first one: states are not kept from version to version.',
  },
  'id-argument': {
    title: 'An id cannot be made of these arguments',
    advice:
      'Name a parent that is not empty, a kind in kebab-case, and an index that is a whole number from zero on or a string.',
  },
  'item-order': {
    title: 'Items are not in the order in which they were appended',
    advice: 'Let sequences grow within a branch, and let each item follow its parent directly.',
  },
  'json-bytes': {
    title: 'A JSON text is too long',
    advice: 'Send large media by reference, or raise `limits.bytes`.',
  },
  'json-cycle': {
    title: 'A value contains itself',
    advice: 'JSON is a tree: replace the reference back to an enclosing value by an id.',
  },
  'json-depth': {
    title: 'Arrays and objects nest too deep',
    advice:
      'Flatten the value, pass the deep part as text, or raise `limits.depth` for a wire body and `limits.recordDepth` for a record.',
  },
  'json-encoding': {
    title: 'Bytes are not UTF-8',
    advice:
      'JSON between systems is UTF-8 (RFC 8259): convert the text before sending it, and do not cut it inside a character.',
  },
  'json-keys': {
    title: 'An object has too many members',
    advice: 'Use an array for collections, or raise `limits.keys`.',
  },
  'json-nodes': {
    title: 'A JSON document has too many values',
    advice: 'Split the document, or raise `limits.nodes`.',
  },
  'json-number': {
    title: 'A number is not finite, or beyond the range of a double',
    advice: 'Leave an unknown number out. Carry a number of that magnitude as text.',
  },
  'json-prototype': {
    title: 'A value is not plain data',
    advice: 'Turn class instances, maps, dates and bytes into plain objects, arrays and strings first.',
  },
  'json-repeated-name': {
    title: 'An object has two members of one name',
    advice: 'Keep one of them: parsers keep the last and drop the others, and canonical form forbids them.',
  },
  'json-reserved-key': {
    title: 'A member is named "__proto__"',
    advice: 'The name is refused because copying it would change a prototype: rename the member at the source.',
  },
  'json-string-length': {
    title: 'A string or member name is too long',
    advice: 'Pass large content as an artifact reference, or raise `limits.stringLength`.',
  },
  'json-syntax': {
    title: 'A text is not JSON',
    advice:
      'Look at the line and column that the message names. Comments, trailing commas, single quotes and NaN are not JSON.',
  },
  'json-total-string-length': {
    title: 'The strings of a document are too long together',
    advice: 'Pass large content as artifact references, or raise `limits.totalStringLength`.',
  },
  'json-truncated': {
    title: 'A JSON text breaks off',
    advice:
      'The text is good up to its end: look for a connection that closed early, an output limit, or a chunk that is missing.',
  },
  'json-type': {
    title: 'A value has no form in JSON',
    advice: 'Leave absent members out, and turn bigints, symbols and functions into data.',
  },
  'json-unicode': {
    title: 'A string holds half of a surrogate pair',
    advice: 'The text was cut inside a character: join the chunks before cutting, or replace the half by U+FFFD.',
  },
  'json-unreadable': {
    title: 'A value cannot be read twice with the same result',
    advice: 'The value has a getter or is a proxy: copy it into plain data first.',
  },
  'limit-unknown': {
    title: 'There is no limit of this name',
    advice: 'Use one of the names that the message lists.',
  },
  'limit-value': {
    title: 'A limit is not a whole number above zero',
    advice: 'Give a positive integer; leave the limit out to get its default.',
  },
  'loss-disposition': {
    title: 'The verdict of a loss report contradicts its entries',
    advice: 'An error makes the report unsupported, a warning at least degraded; without entries it is lossless.',
  },
  'message-content': {
    title: 'A message of the system or the user is empty',
    advice: 'Give it text or a block, or leave the message out.',
  },
  numeric: {
    title: 'Numbers contradict each other',
    advice: 'Let ranges end at or after their start, and calculated totals reach the sum of their parts.',
  },
  'owner-scope': {
    title: 'A record names two owners of one resource',
    advice: 'References to one resource, and private state of it, name the owner that issued it.',
  },
  'peer-missing': {
    title: 'An optional package is needed and not installed',
    advice: 'Add the package that the message names to your dependencies, or generate the validators ahead of time.',
  },
  'pointer-syntax': {
    title: 'A text is no JSON Pointer',
    advice:
      'Write `""` for the whole value, or `/` before each token, with `~` as `~0` and `/` as `~1` inside a token (RFC 6901).',
  },
  'private-state-conflict': {
    title: 'Two pieces of private state have one resource id',
    advice: 'Resource ids derive from request id and position: give each request an id of its own.',
  },
  'private-state-serialization': {
    title: 'Private state was about to be serialized',
    advice:
      'Keep private state beside the record and let a store encrypt it; the record refers to it by its resource id.',
  },
  'profile-direction': {
    title: 'A profile cannot read or write this',
    advice: 'Project what the profile has: its description lists requests, responses and streams.',
  },
  'profile-revision': {
    title: 'A profile has no such revision',
    advice: 'Leave the revision out for the default, or name one of `profile.revisions`.',
  },
  'projection-unsupported': {
    title: 'The target cannot carry what an answer has and the caller requires',
    advice:
      'Read the errors of the loss report: give the answer to a target that carries these features, or require them less.',
  },
  references: {
    title: 'An id names something that the record does not hold',
    advice: 'Add what is referred to, correct the id, or declare the history partial.',
  },
  'requirement-unknown': {
    title: 'A requirement is of no feature, or of no level',
    advice: 'Name a feature of `FEATURES`, and one of `required`, `preferred` and `optional`.',
  },
  revision: {
    title: 'A revision is of no item, out of turn, or changes what cannot change',
    advice:
      'Revise items of the conversation only, number revisions from one, and keep identity and place of the item.',
  },
  schema: {
    title: 'A value is not valid under its schema',
    advice: 'Compare the place that the pointer names with the schema of its type.',
  },
  'schema-count': {
    title: 'A list or map has too few or too many entries',
    advice: 'Look up the bounds in the schema of the type that the pointer leads to.',
  },
  'schema-format': {
    title: 'A text does not have the form that the schema asks for',
    advice:
      'Timestamps are RFC 3339 with a time zone, digests 64 lower-case hexadecimal digits, names as the pattern says.',
  },
  'schema-length': {
    title: 'A text is too short or too long',
    advice: 'Ids have 1 to 512 characters; large content belongs in the artifact store.',
  },
  'schema-missing-property': {
    title: 'A required property is missing',
    advice: 'Add it, or use the type that does not need it.',
  },
  'schema-range': {
    title: 'A number is out of range',
    advice: 'Look up the bounds in the schema; integers stay within 2^53 - 1, and what is unknown is left out.',
  },
  'schema-tag': {
    title: 'The tag of a union names none of its members',
    advice:
      'Use one of the tags that the issue lists. Content of a kind that the format does not know cannot be put into a record.',
  },
  'schema-type': {
    title: 'A value has another JSON type than the schema says',
    advice: 'Give it the type that the issue names. What is unknown is left out: null is never used for it.',
  },
  'schema-unique': {
    title: 'A list holds the same entry twice',
    advice: 'Leave out the second.',
  },
  'schema-unknown-property': {
    title: 'A property is not known to the schema',
    advice:
      'Correct its spelling. What the format has no place for travels as a registered annotation or as owner-private state.',
  },
  'schema-value': {
    title: 'A value is none of those that the schema lists',
    advice: 'Use one of the values that the issue lists.',
  },
  'schema-version-major': {
    title: 'A record is of another major version of the format',
    advice: 'Use a release of this package that knows that major version: meanings differ, and nothing is converted.',
  },
  'schema-version-missing': {
    title: 'A record does not say its schema version',
    advice: 'Write `"schemaVersion": "2.0"` into every root record.',
  },
  'schema-version-syntax': {
    title: 'A schema version is not a major and a minor number',
    advice: 'Write the version as in `"2.0"`.',
  },
  'secret-exclusion': {
    title: 'A credential stands in a record',
    advice:
      'Keep secrets in the runtime and refer to them, or `redact` texts before they become part of a record. Change the credential if the record was stored.',
  },
  'size-limit': {
    title: 'A record has more items or events than the limit',
    advice: 'Split or compact it, or raise `limits.items` or `limits.events`.',
  },
  'stream-chunk': {
    title: 'A chunk of a stream is nothing that can be read',
    advice: 'Hand over bytes, text, frames with `data`, or payloads that are plain objects.',
  },
  'stream-events': {
    title: 'A stream makes more events than the limit',
    advice: 'Look at what the provider sends over and over, or raise `limits.events`.',
  },
  'stream-frame-size': {
    title: 'A frame of a stream is too long',
    advice: 'Look for bytes that are not of the framing that the profile names, or raise `limits.bytes`.',
  },
  'stream-size': {
    title: 'A stream is too long',
    advice: 'Raise `limits.streamBytes` where answers are that long.',
  },
  'stream-truncated': {
    title: 'A stream ended before its answer did',
    advice: 'What arrived is kept, incomplete. Send the request again, or resume where the provider can.',
  },
  'tool-correlation': {
    title: 'A result or an answer does not fit a call or a request before it',
    advice:
      'Let each result follow the one call that it answers, in the type that belongs to it; declare a history partial when calls are gone.',
  },
  transition: {
    title: 'A state cannot follow the state before it',
    advice: 'Follow the transitions of `schema/unified/2.0/transition`; terminal states have no successors.',
  },
  'unique-ids': {
    title: 'An id stands twice',
    advice: 'Give each item, part, call, annotation, branch and event an id of its own.',
  },
  'unknown-required-semantics': {
    title: 'A record of a later version says something that this version does not know',
    advice: 'Update this package, or read the record with `readTolerant` and keep it without acting on it.',
  },
  'usage-scope': {
    title: 'A counter of a session stands in the total of one request',
    advice: 'Give both the same scope, or leave the total out: unknown is absent.',
  },
  'wire-format': {
    title: "A body is not what its provider's wire format says",
    advice: 'Correct the place that the message names, or choose the profile that the body is of.',
  },
};
