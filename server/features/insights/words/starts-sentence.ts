/** Where a capital is only spelling: after a full stop, a line's start, an opening quotation mark, a colon. */
export function startsSentence(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd();
  return (
    before === "" ||
    text.slice(before.length, at).includes("\n") ||
    /[.!?:…"“”„«(•*¿¡-]$/u.test(before)
  );
}
