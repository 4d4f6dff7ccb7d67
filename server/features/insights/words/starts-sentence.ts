/**
 * Whether a capital at this position is only spelling: after a full stop, the start of a line, an opening quotation
 * mark, or a colon.
 */
export function startsSentence(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd();
  return (
    before === "" ||
    text.slice(before.length, at).includes("\n") ||
    '.!?:…"“”„«(•*¿¡-'.includes(before.charAt(before.length - 1))
  );
}
