import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles } from '../support/imports.ts';

/** A room: which files it is, what of ours they may import, and which packages. Patterns are prefixes of paths. */
interface Room {
  readonly room: string;
  readonly except?: string;
  readonly ours: readonly string[];
  readonly packages: readonly RegExp[];
}

const NODE = /^node:/;
const PROFILE = 'src/projection/profile/';

const ROOMS: readonly Room[] = [
  {
    room: 'codegen',
    ours: ['codegen/'],
    packages: [NODE, /^(ajv|jsonc-parser|json-schema-to-typescript)(\/|$)/],
  },
  { room: 'generated', ours: ['generated/'], packages: [] },
  { room: 'src/core', ours: ['src/core/', 'generated/'], packages: [/^@noble\/hashes/] },
  { room: 'src/validate', ours: ['src/validate/', 'src/core/', 'generated/'], packages: [/^ajv(\/|$)/] },
  {
    room: 'src/projection',
    except: PROFILE,
    ours: ['src/projection/', 'src/core/', 'src/validate/', 'src/fold/', 'generated/'],
    packages: [/^eventsource-parser$/],
  },
  { room: 'src/fold', ours: ['src/fold/', 'src/core/', 'generated/'], packages: [] },
  {
    room: 'src/fidelity',
    ours: [
      'src/fidelity/',
      'src/core/',
      'src/validate/index.ts',
      'src/fold/index.ts',
      'src/projection/index.ts',
      'generated/',
    ],
    packages: [],
  },
  { room: 'src/aimatey', ours: ['src/aimatey/', 'src/core/', 'src/validate/', 'generated/'], packages: [] },
  { room: 'src/cli', ours: ['src/cli/'], packages: [NODE, /^(commander|jsonc-parser)$/] },
];

function filesOf({ room, except }: Room): readonly string[] {
  return sourceFiles(room).filter((file) => except === undefined || !file.startsWith(except));
}

function strangers(file: string, ours: readonly string[], packages: readonly RegExp[]): readonly string[] {
  return importsOf(file)
    .filter((target) => !ours.some((prefix) => target.startsWith(prefix)))
    .filter((target) => !packages.some((allowed) => allowed.test(target)));
}

/** The public doors: what the command line may import of a room. */
const DOOR =
  /^(src\/[a-z]+\/index|src\/index|src\/core\/(errors|error-codes|repeated-name|issue|json|limits|parse-json|stringify-json|canonical|fingerprint|sha256|pointer)|src\/validate\/compile|src\/projection\/profile\/(index|[a-z-]+\/index)|codegen\/(generate|generate-annotations|compat|finding)|generated\/features)\.ts$/;

describe('layering', () => {
  it.each(ROOMS.filter(({ room }) => room !== 'src/cli'))('[D-3] $room imports only what it may', (room) => {
    const found = filesOf(room).flatMap((file) =>
      strangers(file, room.ours, room.packages).map((target) => `${file} -> ${target}`),
    );
    expect(found).toEqual([]);
  });

  it('[D-3] the command line imports public doors only', () => {
    const found = sourceFiles('src/cli').flatMap((file) =>
      importsOf(file)
        .filter(
          (target) =>
            !target.startsWith('src/cli/') && !NODE.test(target) && !/^(commander|jsonc-parser)$/.test(target),
        )
        .filter((target) => !DOOR.test(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(found).toEqual([]);
  });

  it('[U-PROF-9] a profile imports the projection core, shared code and itself, never another profile or a validator', () => {
    const found = sourceFiles(PROFILE)
      .filter((file) => file !== `${PROFILE}index.ts`)
      .flatMap((file) => {
        const own = file.slice(0, file.indexOf('/', PROFILE.length) + 1);
        const ours = ['src/projection/shared/', 'src/projection/dialect/', 'src/core/', 'generated/', own];
        return strangers(file, ours, [])
          .filter((target) => !/^src\/projection\/(stream\/)?[a-z-]+\.ts$/.test(target))
          .map((target) => `${file} -> ${target}`);
      });
    expect(found).toEqual([]);
  });

  it('[D-3] no import closes a cycle', () => {
    const files = ['codegen', 'generated', 'src'].flatMap(sourceFiles);
    expect(cycleAmong(new Map(files.map((file) => [file, importsOf(file)])))).toBeUndefined();
  });

  it('[D-3] every room has its line in the table', () => {
    const rooms = new Set(sourceFiles('src').flatMap((file) => /^src\/[a-z]+(?=\/)/.exec(file)?.[0] ?? []));
    expect([...rooms].filter((room) => !ROOMS.some((row) => row.room === room))).toEqual([]);
  });

  it('[D-3] nothing but the command line and the generator touches Node', () => {
    const found = sourceFiles('src').filter(
      (file) => !file.startsWith('src/cli/') && importsOf(file).some((target) => NODE.test(target)),
    );
    expect(found).toEqual([]);
  });
});

function cycleAmong(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const target of graph.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle !== undefined) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
