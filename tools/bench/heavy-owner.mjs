import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { createPasswordHasher } from "#server/features/auth/password-hasher.ts";
import { startOwnPostgres } from "../postgres.mjs";
import { peoplePerCircle } from "./load/sample.mjs";
import { seedDatabase } from "./load/seed.mjs";
import { peakMegabytes, residentMegabytes } from "./process-usage.mjs";
import { startProduct } from "./product.mjs";
import { isMissed, megabytes, printLines } from "./report.mjs";

const answered = 50;
const people = 10_000;
const coverBytes = 1_000_000;
const downloadsAtOnce = 3;
const limitMegabytes = 250;
const owner = { email: "owner@paraline.example", password: "only for this benchmark" };

export async function measureHeavyOwner() {
  const dataDir = await mkdtemp(path.join(tmpdir(), "paraline-memory-"));
  const postgres = await startOwnPostgres();
  try {
    const place = { databaseUrl: postgres.url, dataDir };
    await seedDatabase(
      place,
      { named: people / peoplePerCircle - answered, anonymous: 0 },
      answered,
    );
    await seedAccount(place);
    const product = await startProduct({ ...place, role: "web" });
    try {
      await measure(product);
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Stores a password, as many covers as paralines that were answered, and the sent invitations.
 * @param {{ databaseUrl: string, dataDir: string }} place
 */
async function seedAccount({ databaseUrl, dataDir }) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const hash = await createPasswordHasher().hash(owner.password);
    const { rows: owners } = await client.query(
      "update auth.users set password_hash = $1, email_confirmed_at = now(), email_proven_at = now() returning id",
      [hash],
    );
    const ownerId = owners[0].id;
    const folder = path.join(dataDir, "covers", ownerId);
    await mkdir(folder, { recursive: true });
    for (let number = 0; number < answered; number += 1) {
      const name = `${1_700_000_000_000 + number}.png`;
      // As hard to compress as a picture. No paraline shows it, so it need not be one.
      await writeFile(path.join(folder, name), randomBytes(coverBytes));
      await client.query(
        "insert into covers (user_id, file_name, created_at) values ($1, $2, now())",
        [ownerId, name],
      );
    }
    await client.query(
      `insert into mails (id, kind, intent, user_id, circle_id, invite_id, to_address, state, attempts, created_at, sent_at)
       select gen_random_uuid(), 'invitation', 'invitation ' || invites.id, $1, circle_id, invites.id, email, 'sent', 1,
         now(), now()
       from invites`,
      [ownerId],
    );
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

/** @param {import("./product.mjs").RunningProduct} product */
async function measure({ port, pid }) {
  const origin = `http://127.0.0.1:${port}`;
  const headers = { Authorization: `Bearer ${await signIn(origin)}` };
  /** Reads a response to its end and keeps nothing of it. @param {string} address */
  const read = async (address) => {
    const response = await fetch(`${origin}${address}`, { headers });
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    let bytes = 0;
    for await (const piece of response.body ?? []) bytes += piece.length;
    return bytes;
  };
  /** @param {string} name @returns {import("./report.mjs").Line} */
  const line = (name) => ({
    name,
    value: peakMegabytes(pid),
    show: megabytes,
    bar: limitMegabytes,
  });
  const lines = [{ name: "after the start, now", value: residentMegabytes(pid), show: megabytes }];

  const { circles } = await (await fetch(`${origin}/api/circles`, { headers })).json();
  for (let after = ""; after !== undefined; ) {
    const response = await fetch(`${origin}/api/invites${after && `?after=${after}`}`, { headers });
    after = (await response.json()).next;
  }
  const withAnswers = circles.filter((/** @type {any} */ circle) => circle.responses_count > 0);
  for (const { id } of withAnswers) {
    for (const part of ["", "/invites", "/feedback"]) await read(`/api/circles/${id}${part}`);
  }
  lines.push(line(`most while ${circles.length} paralines and all people are opened`));
  for (const { id } of withAnswers.slice(0, 5)) {
    for (const file of ["board-book.pdf", "results.xlsx", "results.csv", "results.json"]) {
      await read(`/api/circles/${id}/results/${file}`);
    }
  }
  lines.push(line("most until 5 board books and their tables were exported"));
  for (const format of ["xlsx", "csv"]) await read(`/api/invites/contacts.${format}`);
  lines.push(line("most until all contacts were exported"));
  const bytes = await read("/api/account/download");
  lines.push(line(`most until everything was downloaded (${megabytes(bytes / 1e6)})`));
  await Promise.all(Array.from({ length: downloadsAtOnce }, () => read("/api/account/download")));
  lines.push(line(`most until ${downloadsAtOnce} more downloads at the same time`), {
    name: "afterwards, now",
    value: residentMegabytes(pid),
    show: megabytes,
  });
  printLines("Memory of a web process, one owner with very much", lines);
  if (isMissed(lines)) process.exitCode = 1;
}

/** @param {string} origin */
async function signIn(origin) {
  const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(owner),
  });
  const { access_token } = await response.json();
  if (!access_token) throw new Error(`signing in was answered with ${response.status}`);
  return access_token;
}
