import { pointer } from './pointer.ts';

/** Where a walk stands: the place of the value that it shows. */
export interface Place {
  /** Containers around the value; 0 at the root. */
  readonly depth: number;
  /** The member name or array index of the value; absent at the root. */
  readonly key?: string | number;
  /** The object or array that holds the value; absent at the root. */
  readonly container?: object;
  /** The JSON Pointer of the value. */
  pointer(): string;
  /** Whether the value is one of the containers around itself. */
  isCycle(): boolean;
}

interface Frame {
  readonly container: object;
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/**
 * Shows `visit` every value below and including `root` in document order, a container before its members, until one
 * call gives an answer; that answer is returned. It holds one frame for each open container and does not recurse; a
 * visitor that wants no deeper levels, or met a cycle, answers.
 */
export function walkJson<T extends object | string>(
  root: unknown,
  visit: (value: unknown, place: Place) => T | undefined,
): T | undefined {
  const frames: Frame[] = [];
  let current: unknown = root;
  const tokens = () => frames.map((frame) => tokenBefore(frame));
  for (;;) {
    const value = current;
    const parent = frames.at(-1);
    const answer = visit(value, {
      depth: frames.length,
      ...(parent && { key: tokenBefore(parent), container: parent.container }),
      pointer: () => pointer(...tokens()),
      isCycle: () => frames.some((frame) => frame.container === value),
    });
    if (answer !== undefined) return answer;
    if (value !== null && typeof value === 'object') frames.push(open(value));
    while (frames.length > 0 && isDone(frames)) frames.pop();
    const frame = frames.at(-1);
    if (frame === undefined) return undefined;
    current = advance(frame);
  }
}

function open(container: object): Frame {
  const keys = Array.isArray(container) ? undefined : Object.keys(container);
  // Array.isArray answered yes where keys is undefined.
  const length = keys === undefined ? (container as readonly unknown[]).length : keys.length;
  return { container, keys, length, next: 0 };
}

function isDone(frames: readonly Frame[]): boolean {
  const frame = frames.at(-1);
  return frame === undefined || frame.next >= frame.length;
}

function advance(frame: Frame): unknown {
  frame.next += 1;
  return Reflect.get(frame.container, tokenBefore(frame));
}

/** The token of the member that the frame showed last. */
function tokenBefore(frame: Frame): string | number {
  const index = frame.next - 1;
  return frame.keys?.[index] ?? index;
}
