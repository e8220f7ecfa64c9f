/** One fault that a generated validator finds. */
export interface ValidationError {
  /** The rule that was broken, a JSON Schema keyword. */
  readonly keyword: string;
  /** JSON pointer of the fault in the value; for a property that is missing or too many, of the object. */
  readonly instancePath: string;
  /** What the rule says: the limit, the missing property, the union whose tag is unknown. */
  readonly params: Readonly<Record<string, unknown>>;
  /** What the value must be, as the end of a sentence. */
  readonly message: string;
}

/** A generated validator: a type guard that leaves its faults in `errors`. Copy them before the next call. */
export interface Validate<Value> {
  (value: unknown): value is Value;
  errors?: readonly ValidationError[] | null;
}

export declare function below(faults: readonly ValidationError[], segment: string | number): readonly ValidationError[];
export declare function codePointLength(text: string): number;
export declare function deepEqual(left: unknown, right: unknown): boolean;
export declare function fault(keyword: string, params: Readonly<Record<string, unknown>>): ValidationError;
export declare function faultsOfAll(
  value: unknown,
  validators: readonly Validate<unknown>[],
): readonly ValidationError[] | null;
export declare function isDateTime(text: string): boolean;
export declare function objectFaults(
  object: object,
  required: readonly string[],
  unknown: string | undefined,
  faults: readonly ValidationError[] | undefined,
): readonly ValidationError[];
export declare function repeatedEntry(list: readonly unknown[]): { readonly i: number; readonly j: number } | undefined;
