/** Colours of a terminal, or the text as it is. */
export interface Paint {
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

/** Paints with ANSI sequences where `colour` is on. */
export function paint(colour: boolean): Paint {
  const sequence = (on: number, off: number) => (text: string) =>
    colour && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    red: sequence(31, 39),
    yellow: sequence(33, 39),
    green: sequence(32, 39),
    blue: sequence(34, 39),
    dim: sequence(2, 22),
    bold: sequence(1, 22),
  };
}
