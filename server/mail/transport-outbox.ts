import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { normalizeEmail } from "#contract/invites/invites.ts";
import { codeOf } from "#server/error-code.ts";
import { isUnfinished, readFileIfExists, writeFileAtomically } from "#server/files.ts";
import type { MailTransport, OutgoingMail } from "./transport.ts";

const keptMailSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  user_id: z.uuid().nullable().default(null),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
  message_id: z.string(),
  created_at: z.iso.datetime(),
});
export type KeptMail = z.output<typeof keptMailSchema>;

/** Keeps mail as files instead of sending it: the default, so that nothing needs a mail server. */
export interface Outbox extends MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  list(atMost: number): Promise<KeptMail[]>;
  find(mailId: string): Promise<KeptMail | undefined>;
  /**
   * Removes what was sent on an account's behalf, and what went to its address on behalf of no account; also
   * what a crash has left of them.
   */
  removeOf(account: MailAccount): Promise<void>;
}

type MailAccount = { user_id: string; email: string };

/** The outbox under `dataFolder`: one JSON file a mail, named by its time and id, whole or not there. */
export function createOutbox(dataFolder: string): Outbox {
  const folder = join(dataFolder, "outbox");
  const isMail = (name: string) => name.endsWith(".json");

  const listNames = async (isWanted: (name: string) => boolean): Promise<string[]> => {
    try {
      const names = await readdir(folder);
      return names.filter(isWanted).toSorted((a, b) => (a < b ? 1 : -1));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return [];
      throw error;
    }
  };
  /** Undefined when it has been removed since its name was listed. */
  const readKept = async (name: string): Promise<KeptMail | undefined> => {
    const content = await readFileIfExists(join(folder, name));
    return content && keptMailSchema.parse(JSON.parse(content.toString()));
  };
  const remove = (name: string) => rm(join(folder, name), { force: true });
  const removeIfOf = async (name: string, { user_id, email }: MailAccount): Promise<void> => {
    const kept = await readKept(name);
    if (kept === undefined) return;
    const belongs =
      kept.user_id === null ? normalizeEmail(kept.to) === email : kept.user_id === user_id;
    if (belongs) await remove(name);
  };

  return {
    async send(mail) {
      const createdAt = mail.created_at.toISOString();
      const name = `${createdAt.replaceAll(/[:.]/g, "-")}_${mail.id}.json`;
      const kept: KeptMail = { ...mail, created_at: createdAt };
      await writeFileAtomically(folder, name, JSON.stringify(kept, undefined, 2));
    },
    async list(atMost) {
      const names = await listNames(isMail);
      const mails = await Promise.all(names.slice(0, atMost).map(readKept));
      return mails.filter((kept) => kept !== undefined);
    },
    async find(mailId) {
      const [name] = await listNames((candidate) => candidate.endsWith(`_${mailId}.json`));
      return name === undefined ? undefined : readKept(name);
    },
    async removeOf(account) {
      // Unfinished ones first: what is finished in the meantime is found among the others.
      for (const name of await listNames(isUnfinished)) {
        try {
          await removeIfOf(name, account);
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error;
          // Half written: no one can tell whose it is. Where it is just being written, its job does so again.
          await remove(name);
        }
      }
      for (const name of await listNames(isMail)) await removeIfOf(name, account);
    },
  };
}
