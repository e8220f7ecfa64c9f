/** Base64 that arrives in pieces, each of which may be padded, as one text. */
export function joinBase64(before: string, piece: string): string {
  if (!before.endsWith('=')) return before + piece;
  try {
    return btoa(atob(before) + atob(piece));
  } catch {
    return before + piece; // what is no base64 stays as it came
  }
}
