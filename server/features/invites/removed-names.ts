import { createHash } from "node:crypto";

/** The words that a person's name is made of, each of which may stand alone in an answer. */
export function nameWords(name: string): string[] {
  return name
    .normalize("NFC")
    .split(/\P{L}+/u)
    .filter((word) => word.length >= 2);
}

/** What is kept of one word of a removed person's name: enough to know it again in that paraline, not to read it. */
export function hashNameWord(circle_id: string, word: string): string {
  return createHash("sha256")
    .update(`${circle_id} ${word.normalize("NFC").toLowerCase()}`)
    .digest("hex");
}
