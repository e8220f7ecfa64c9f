/** The base64 text of the bytes of both texts, one after the other. */
export function appendBase64(first: string, second: string): string {
  // Whole groups of three bytes are followed by further groups without a seam.
  if (first.length % 4 === 0 && !first.endsWith('=')) return first + second;
  const seam = first.length - (first.length % 4 === 0 ? 4 : first.length % 4);
  return first.slice(0, seam) + btoa(atob(first.slice(seam)) + atob(second));
}
