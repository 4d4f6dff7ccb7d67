import { CompiledQuery } from "kysely";
import { cipherOf, createKey } from "#server/access/encryption/circle-cipher.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { createSecrets } from "#server/system/secrets.ts";
import {
  benchSecret,
  peoplePerCircle,
  sampleAnswers,
  sampleCircle,
  tokenPrefix,
} from "./sample.mjs";

const secrets = createSecrets(Buffer.from(benchSecret));
const keysAtOnce = 500;

/** How many circles have already been answered, as in a product that has been in use for a while. */
const answeredCircles = 40;

/**
 * Stores an owner with the given number of circles in each mode, fifty people in each, using the product's own
 * migrations. The database must not be open elsewhere.
 * @param {{ databaseUrl: string | undefined, dataDir: string }} place
 * @param {Record<import("./sample.mjs").Mode, number>} circles
 * @param {number} [answered] how many more there are that all their people have answered
 */
export async function seedDatabase(place, circles, answered = answeredCircles) {
  const { db, close } = await openDatabase(place);
  /** @param {string} text @param {unknown[]} [values] */
  const run = (text, values = []) => db.executeQuery(CompiledQuery.raw(text, values));
  try {
    await migrateToLatest(db);
    await run(
      `insert into auth.users (id, email, app_metadata, user_metadata, created_at, updated_at)
       values ('00000000-0000-4000-8000-000000000001', 'owner@paraline.example', '{}', '{}', now(), now())`,
    );
    await run(
      `insert into profiles (user_id, full_name, time_zone, created_at, updated_at)
       select id, $1, 'Europe/Berlin', now(), now() from auth.users`,
      [sampleCircle.owner_name],
    );
    await insertCircles(run, "named", "used", answered);
    for (const { circle_id, wrapped_key } of await insertKeys(db)) {
      const { seal } = cipherOf(secrets, "circle key", circle_id, wrapped_key);
      await run(
        `insert into feedback (id, circle_id, invite_id, sealed, questions, use_in_insights, consented_processor,
           received_on, created_at)
         select gen_random_uuid(), circle_id, id, $1::bytea, $2::jsonb, true, 'here', now(), now()
         from invites where circle_id = $3`,
        [
          seal("answers", JSON.stringify(sampleAnswers)),
          JSON.stringify(sampleCircle.questions),
          circle_id,
        ],
      );
    }
    await run("update invites set status = 'completed'");
    for (const mode of /** @type {const} */ (["named", "anonymous"])) {
      await insertCircles(run, mode, tokenPrefix(mode), circles[mode]);
    }
    await insertKeys(db);
    await run("analyze");
  } finally {
    await close();
  }
}

/**
 * Gives every circle without a key its key.
 * @param {import("#server/db/tables.ts").Db} db
 */
async function insertKeys(db) {
  const circles = await db
    .selectFrom("circles")
    .leftJoin("circle_keys", "circle_keys.circle_id", "circles.id")
    .where("circle_keys.circle_id", "is", null)
    .select("circles.id")
    .execute();
  const keys = circles.map(({ id }) => ({
    circle_id: id,
    ...createKey(secrets, "circle key", id),
  }));
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    await db
      .insertInto("circle_keys")
      .values(keys.slice(from, from + keysAtOnce))
      .execute();
  }
  return keys;
}

/**
 * @param {(text: string, values: unknown[]) => Promise<unknown>} run
 * @param {import("./sample.mjs").Mode} mode
 * @param {string} prefixOfTokens
 * @param {number} count
 */
function insertCircles(run, mode, prefixOfTokens, count) {
  return run(
    `with owner as (select id from auth.users), made as (
       insert into circles (id, user_id, create_key, title, description, what_they_ask, is_anonymous,
         deadline, closes_at, status, questions, next_question_id, created_at, updated_at)
       select gen_random_uuid(), owner.id, gen_random_uuid(), $1, $2, $3, $4::boolean,
         (now() + interval '30 days')::date, now() + interval '30 days', 'active', $5::jsonb, 7, now(), now()
       from owner, generate_series(1, $6::int)
       returning id
     ), numbered as (select id, row_number() over () - 1 as place from made)
     insert into invites (id, circle_id, position, first_name, email, invite_token, created_at)
     select gen_random_uuid(), numbered.id, seat, 'Person ' || seat, 'person-' || seat || '@people.example',
       $7::text || lpad((numbered.place * $8::int + seat)::text, 12, '0'), now()
     from numbered, generate_series(0, $8::int - 1) as seat
     -- The rows are next to each other, as people are stored with their paraline.
     order by place, seat`,
    [
      sampleCircle.title,
      sampleCircle.description,
      sampleCircle.what_they_ask,
      mode === "anonymous",
      JSON.stringify(sampleCircle.questions),
      count,
      prefixOfTokens,
      peoplePerCircle,
    ],
  );
}
