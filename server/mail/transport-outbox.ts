import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { normalizeEmail } from "#contract/invites.ts";
import type { MailTransport } from "./transport.ts";

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
  /** Newest first. */
  list(at_most: number): Promise<KeptMail[]>;
  find(mail_id: string): Promise<KeptMail | undefined>;
  /** Removes what was sent on an account's behalf, and what went to its address on nobody's. */
  removeOf(account: { user_id: string; email: string }): Promise<void>;
}

/** The outbox under `data_dir`: one JSON file a mail, named by its time and id, whole or not there. */
export function createOutbox(data_dir: string): Outbox {
  const folder = join(data_dir, "outbox");

  const listNames = async (): Promise<string[]> => {
    try {
      const names = await readdir(folder);
      return names.filter((name) => name.endsWith(".json")).toSorted((a, b) => (a < b ? 1 : -1));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  const readKept = async (name: string): Promise<KeptMail> =>
    keptMailSchema.parse(JSON.parse(await readFile(join(folder, name), "utf8")));

  return {
    async send(mail) {
      await mkdir(folder, { recursive: true });
      const created_at = mail.created_at.toISOString();
      const name = `${created_at.replaceAll(/[:.]/g, "-")}_${mail.id}.json`;
      const unfinished = join(folder, `.${name}.${crypto.randomUUID()}`);
      const kept: KeptMail = { ...mail, created_at };
      await writeFile(unfinished, JSON.stringify(kept, undefined, 2), { mode: 0o600 });
      await rename(unfinished, join(folder, name));
    },
    async list(at_most) {
      const names = await listNames();
      return Promise.all(names.slice(0, at_most).map(readKept));
    },
    async find(mail_id) {
      const name = (await listNames()).find((candidate) => candidate.endsWith(`_${mail_id}.json`));
      return name === undefined ? undefined : readKept(name);
    },
    async removeOf({ user_id, email }) {
      for (const name of await listNames()) {
        const kept = await readKept(name);
        const belongs =
          kept.user_id === null ? normalizeEmail(kept.to) === email : kept.user_id === user_id;
        if (belongs) await rm(join(folder, name), { force: true });
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
