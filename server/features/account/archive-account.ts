import { PassThrough, Readable } from "node:stream";
import type { Circle } from "#contract/circles/circles.ts";
import { dayIn } from "#contract/values/days.ts";
import type { OwnerId } from "#server/access/owner.ts";
import { whileSignedIn } from "#server/access/require-still-signed-in.ts";
import type { AuthenticatedSession } from "#server/access/session.ts";
import type { Db } from "#server/db/tables.ts";
import type { Rows, Table } from "#server/documents/table.ts";
import { tableFormats, writeTable } from "#server/documents/write-table.ts";
import { readFactorSecret } from "#server/features/auth/factors/factor-type.ts";
import { countRecoveryCodes } from "#server/features/auth/factors/queries.ts";
import { listGrants } from "#server/features/auth/oauth/grants.ts";
import { listPasskeys } from "#server/features/auth/passkey-queries.ts";
import { findRecoveryCodeSet, listFactors, listIdentities } from "#server/features/auth/queries.ts";
import { listOwnSessions } from "#server/features/auth/sessions/own-sessions.ts";
import { readBilling } from "#server/features/billing/read-billing.ts";
import { listCircles } from "#server/features/circles/read-circles.ts";
import type { CoverStore } from "#server/features/covers/cover-store.ts";
import { contactsTable } from "#server/features/invites/people/export-contacts.ts";
import { type ArchiveDeps, archiveCircle, circleTables } from "./archive-circle.ts";
import { listCoverFiles, listOwnEmails, listOwnMailIds } from "./queries.ts";
import { readAccount } from "./read-account.ts";

/** Made while it is sent. If something cannot be read, it breaks off, so that no one takes half for the whole. */
export async function archiveAccount(
  deps: ArchiveDeps & { covers: CoverStore },
  owner: OwnerId,
  session: AuthenticatedSession,
): Promise<{ file_name: string; content: ReadableStream<Uint8Array> }> {
  const { db, clock, config, covers } = deps;
  const account = await describeAccount(deps, owner, session.session_id);
  const now = clock.now();
  const reader = { owner, now, billing: config.billing };
  const circles = await listCircles(db, reader, undefined);
  const coverFiles = await listCoverFiles(db, owner);

  // The library is loaded when it is first used, because few processes ever pack an archive.
  const { ZipFile } = await import("yazl");
  const zip = new ZipFile();
  const sent = new PassThrough();
  let reading: Readable | undefined;
  sent.once("close", () => reading?.destroy());
  // Only the day is stored, so that the same content gives the same file on the same day.
  const mtime = new Date(dayIn("UTC", now));
  const add = (name: string, read: () => AsyncIterable<string | Uint8Array>) =>
    zip.addReadStreamLazy(name, { mtime }, (pass) => {
      // Nothing is read for a client that has gone; the `close` handler above ends a read that has begun.
      if (sent.destroyed) return;
      // The session is checked after each piece is read, so that nothing is given out that was written after its end.
      const file = Readable.from(asBuffers(whileSignedIn(db, deps, session, read())));
      // The library that packs the files does not listen for their errors.
      file.once("error", (error) => sent.destroy(error));
      reading = file;
      pass(null, file);
    });
  const addTable = (name: string, read: () => Table | Promise<Table>) => {
    for (const format of tableFormats) {
      add(`${name}.${format}`, async function* () {
        yield* writeTable(format, await read());
      });
    }
  };

  add("README.txt", () => once(async () => readme));
  add("account.json", () => once(async () => asJson(account)));
  add("billing.json", () => once(async () => asJson(await readBilling(deps, owner))));
  addTable("contacts", () => contactsTable(db, owner, account.profile.time_zone ?? "UTC"));
  addTable("paralines", () => circlesTable(circles));
  addTable("emails", () => ({ columns: mailColumns, pages: mailPages(db, owner) }));
  for (const [index, circle] of circles.entries()) {
    const folder = `paralines/${String(index + 1).padStart(2, "0")} ${createFileName(circle.title)}`;
    const read = readOnceFor(filesOfCircle, () => archiveCircle(deps, owner, circle.id));
    add(`${folder}/paraline.json`, () => once(async () => asJson(await read())));
    for (const [name, list] of Object.entries(circleTables)) {
      addTable(`${folder}/${name}`, async () => list(await read()));
    }
  }
  for (const name of coverFiles) {
    add(`covers/${name}`, () =>
      once(async () => (await covers.find(owner, name)) ?? new Uint8Array()),
    );
  }

  zip.on("error", (error: Error) => sent.destroy(error));
  zip.outputStream.pipe(sent);
  zip.end();
  return {
    file_name: `paraline-${dayIn(account.profile.time_zone ?? "UTC", now)}.zip`,
    content: Readable.toWeb(sent) as ReadableStream<Uint8Array>,
  };
}

const filesOfCircle = 1 + Object.keys(circleTables).length * tableFormats.length;

async function describeAccount(deps: ArchiveDeps, owner: OwnerId, sessionId: string) {
  const { db } = deps;
  const identities = await listIdentities(db, owner);
  const factors = await listFactors(db, owner);
  const passkeys = await listPasskeys(db, owner);
  const recoveryCodes = await findRecoveryCodeSet(db, owner);
  return {
    profile: await readAccount(deps, owner),
    ways_to_sign_in: identities.map(({ provider, email, created_at }) => ({
      provider,
      email,
      created_at,
    })),
    second_steps: factors.map((factor) => ({
      factor_type: factor.factor_type,
      friendly_name: factor.friendly_name,
      ...(factor.factor_type === "phone" && { phone: readFactorSecret(deps.secrets, factor) }),
      status: factor.status,
      created_at: factor.created_at,
    })),
    passkeys: passkeys.map(({ friendly_name, created_at, last_used_at }) => ({
      friendly_name,
      created_at,
      last_used_at,
    })),
    recovery_codes: recoveryCodes
      ? { made_at: recoveryCodes.updated_at, ...(await countRecoveryCodes(db, recoveryCodes.id)) }
      : null,
    signed_in: await listOwnSessions(deps, owner, sessionId),
    connected_apps: await listGrants(db, owner),
  };
}

function circlesTable(circles: readonly Circle[]): Table {
  return {
    columns: [
      "Title",
      "What I'm exploring",
      "What I'm asking from you",
      "Language",
      "Mode",
      "Status",
      "Deadline",
      "Closed on",
      "Perspectives",
      "People asked",
      "Cover",
      "Created",
    ],
    pages: [
      circles.map((circle) => [
        circle.title,
        circle.description,
        circle.what_they_ask,
        circle.language,
        circle.is_anonymous ? "anonymous" : "named",
        circle.status,
        circle.deadline ?? "",
        circle.closed_on ?? "",
        String(circle.responses_count),
        String(circle.invites_count ?? ""),
        circle.cover_image_url?.split("/").at(-1) ?? "",
        circle.created_at,
      ]),
    ],
  };
}

const mailColumns = ["Kind", "To", "Paraline", "State", "Reason", "Asked for", "Sent"];
const emailsAtOnce = 500;

async function* mailPages(db: Db, owner: OwnerId): AsyncGenerator<Rows> {
  const ids = await listOwnMailIds(db, owner);
  for (let from = 0; from < ids.length; from += emailsAtOnce) {
    const emails = await listOwnEmails(db, owner, ids.slice(from, from + emailsAtOnce));
    yield emails.map((mail) => [
      mail.kind,
      mail.to_address,
      mail.circle_title ?? "",
      mail.state,
      mail.reason ?? "",
      mail.created_at.toISOString(),
      mail.sent_at?.toISOString() ?? "",
    ]);
  }
}

async function* once<Piece>(read: () => Promise<Piece>): AsyncGenerator<Piece> {
  yield await read();
}

async function* asBuffers(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** A title as part of a file name that is valid on every system. */
function createFileName(title: string): string {
  const plain = title.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
  return Array.from(plain).slice(0, 60).join("").trim() || "Untitled";
}

function readOnceFor<Value>(uses: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined;
  let left = uses;
  return () => {
    const value = kept ?? read();
    left -= 1;
    kept = left === 0 ? undefined : value;
    return value;
  };
}

const readme = `Everything Paraline stores for you that you may read, as of the moment you asked for it.

account.json          your profile, how you sign in, where you are signed in, and the apps you have connected
billing.json          your subscription, what you have unlocked, and what you paid
contacts              everyone you have asked, with your labels
paralines             your paralines, one a line
emails                 the emails sent for you, and those sent to you in the last 90 days
paralines/            a folder for each paraline: all of it as paraline.json, and its tables
covers/               your cover pictures

Each table is here twice: for spreadsheet programs (.xlsx) and for other programs (.csv).

Answers are included once they are released and while they are unlocked; otherwise a sentence takes their place.
For anonymous paralines, nothing is included that your screens do not show: not who answered, nor when.
Private links are not included: they belong to the people you asked.
`;
