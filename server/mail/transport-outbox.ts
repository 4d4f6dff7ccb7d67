import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { findErrorCode } from "#server/system/error-code.ts";
import { readFileIfExists, writeFileAtomically } from "#server/system/files.ts";
import { type Cipher, UnreadableSecretError } from "#server/system/secrets.ts";
import type { MailTransport, OutgoingEmail } from "./transport.ts";

const keptEmailSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
  message_id: z.string(),
  created_at: z.iso.datetime(),
});
export type KeptEmail = z.output<typeof keptEmailSchema>;

/** Keeps mail as files instead of sending it. It is the default, so that nothing needs a mail server. */
export interface Outbox extends MailTransport {
  send(mail: OutgoingEmail): Promise<void>;
  list(limit: number): Promise<KeptEmail[]>;
  find(emailId: string): Promise<KeptEmail | undefined>;
  /** Includes files that a crash left unfinished. */
  removeExcept(listWanted: (emailIds: string[]) => Promise<ReadonlySet<string>>): Promise<void>;
}

/**
 * One file for each email, written completely or not at all, and encrypted: emails contain addresses and private links,
 * and a review reminder contains a theme of what people answered.
 */
export function createOutbox(dataFolder: string, cipher: Cipher): Outbox {
  const folder = join(dataFolder, "outbox");
  const isMail = (name: string) => name.endsWith(".mail");
  /** The id in a file's name, whether the file is finished or not. */
  const idIn = (name: string) => /_([\da-f-]{36})\./.exec(name)?.[1];
  const createSealingContext = (id: string) => `outbox ${id}`;

  const listNames = async (isWanted: (name: string) => boolean): Promise<string[]> => {
    try {
      const names = await readdir(folder);
      return names.filter(isWanted).toSorted((a, b) => (a < b ? 1 : -1));
    } catch (error) {
      if (findErrorCode(error) === "ENOENT") return [];
      throw error;
    }
  };
  /** Undefined if the email was removed meanwhile, or encrypted with a secret that is no longer in use. */
  const readKept = async (name: string): Promise<KeptEmail | undefined> => {
    const content = await readFileIfExists(join(folder, name));
    if (content === undefined) return undefined;
    try {
      const json = cipher.decrypt(content, createSealingContext(idIn(name) ?? "")).toString();
      return keptEmailSchema.parse(JSON.parse(json));
    } catch (error) {
      if (error instanceof UnreadableSecretError) return undefined;
      throw error;
    }
  };

  return {
    async send(mail) {
      const createdAt = mail.created_at.toISOString();
      const name = `${createdAt.replaceAll(/[:.]/g, "-")}_${mail.id}.mail`;
      const kept: KeptEmail = { ...mail, created_at: createdAt };
      const content = cipher.encrypt(
        Buffer.from(JSON.stringify(kept)),
        createSealingContext(mail.id),
      );
      await writeFileAtomically(folder, name, content);
    },
    async list(limit) {
      const names = await listNames(isMail);
      const emails = await Promise.all(names.slice(0, limit).map(readKept));
      return emails.filter((kept) => kept !== undefined);
    },
    async find(emailId) {
      const [name] = await listNames((candidate) => candidate.endsWith(`_${emailId}.mail`));
      return name === undefined ? undefined : readKept(name);
    },
    async removeExcept(listWanted) {
      const names = await listNames((name) => idIn(name) !== undefined);
      const wanted = await listWanted(names.map((name) => idIn(name) ?? ""));
      const isUnwanted = (name: string) => !wanted.has(idIn(name) ?? "");
      for (const name of names.filter(isUnwanted)) await rm(join(folder, name), { force: true });
    },
  };
}
