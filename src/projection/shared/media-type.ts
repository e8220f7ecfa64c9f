/** A media type as targets know it, and what was said beside it. */
export interface MediaType {
  /** The type itself, in lower case and by its registered name: `image/jpeg` for `image/jpg`. */
  readonly type: string;
  /** The parameters, by name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Reads the text of a media type, as in `text/plain;charset=utf-8`. */
export function readMediaType(text: string): MediaType {
  const [type = '', ...rest] = text.split(';');
  const named = type.trim().toLowerCase();
  const parameters = rest.map((parameter): [string, string] => {
    const [name = '', ...value] = parameter.split('=');
    return [
      name.trim().toLowerCase(),
      value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    ];
  });
  return { type: Object.hasOwn(ALIASES, named) ? (ALIASES[named] ?? named) : named, parameters: new Map(parameters) };
}

/** The type that a file has by the ending of its name; absent for an ending that says nothing sure. */
export function mediaTypeOfName(name: string | undefined): string | undefined {
  const ending = name?.slice(name.lastIndexOf('.') + 1).toLowerCase() ?? '';
  return name?.includes('.') === true && Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}

/** Names that are in use and not registered. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
};

const BY_ENDING: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  xml: 'text/xml',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};
