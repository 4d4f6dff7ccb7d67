import { createHash } from "node:crypto";

const words = 8;

/**
 * Counts rows and adds up their hashes. The result does not depend on the order of the rows, because two databases may
 * sort texts differently.
 */
export class RowDigest {
  rows = 0;
  readonly #sum = new Uint32Array(words);

  /** @param row the values of the row as JSON text */
  add(row: string): void {
    const hash = createHash("sha256").update(row).digest();
    for (let word = 0; word < words; word += 1) {
      // Uint32Array keeps the sum's last 32 bits.
      this.#sum[word] = (this.#sum[word] ?? 0) + hash.readUInt32LE(word * 4);
    }
    this.rows += 1;
  }

  /** 64 hex digits. */
  get sum(): string {
    return Buffer.from(this.#sum.buffer).toString("hex");
  }
}
