const titleCharacters = 60;

/** A file name valid on every file system: letters and digits of any script, separated by dashes. */
export function buildFileName(kind: string, title: string, ending: string): string {
  const words = title.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join("-").toLowerCase()].slice(0, titleCharacters).join("");
  return `${`${kind}-${name}`.replace(/-+$/, "")}.${ending}`;
}
