const title_characters = 60;

/** A name that every file system takes: letters and digits of any script, and dashes between. */
export function nameFile(kind: string, title: string, ending: string): string {
  const words = title.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join("-").toLowerCase()].slice(0, title_characters).join("");
  return `${`${kind}-${name}`.replace(/-+$/, "")}.${ending}`;
}
