import { randomBytes, randomUUID } from "node:crypto";
import type { Question } from "#contract/circles/questions.ts";
import { createKey } from "#server/access/encryption/circle-cipher.ts";
import type { Db } from "#server/db/tables.ts";
import { insertRow } from "./database/rows.ts";
import { testSecrets } from "./secrets.ts";

/** A stored circle of a test, and the links of its people. */
export interface SeededCircle {
  id: string;
  user_id: string;
  questions: Question[];
  people: { id: string; first_name: string; invite_token: string }[];
  /** The token of the person at an index; an invalid one if there is nobody. */
  findToken(index: number): string;
}

const seededQuestions: Question[] = [
  { id: 1, label: "What do you see?", type: "textarea" },
  { id: 2, label: "How well does it fit?", type: "rating" },
  { id: 3, label: "What would you do?", type: "textarea" },
];

/** Stores an account that owns things, without a session. */
export async function seedOwner(
  db: Db,
  given: {
    now: Date;
    email?: string;
    full_name?: string;
    time_zone?: string | null;
    proven?: boolean;
  },
): Promise<{ user_id: string; email: string }> {
  const userId = randomUUID();
  const email = given.email ?? `owner-${userId.slice(0, 8)}@paraline.example`;
  const { now } = given;
  await insertRow(db, "auth.users", {
    id: userId,
    email,
    email_confirmed_at: now,
    email_proven_at: (given.proven ?? true) ? now : null,
    app_metadata: JSON.stringify({ provider: "email", providers: ["email"] }),
    user_metadata: "{}",
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  });
  await insertRow(db, "profiles", {
    user_id: userId,
    full_name: given.full_name ?? "Maya",
    time_zone: given.time_zone === undefined ? "UTC" : given.time_zone,
    created_at: now,
    updated_at: now,
  });
  return { user_id: userId, email };
}

export interface SeedOptions {
  is_anonymous?: boolean;
  people?: readonly string[];
  questions?: Question[];
  deadline?: string | null;
  closes_at?: Date | null;
}

/** Stores a circle with its people, like creating it, but without its emails. */
export async function seedCircle(
  db: Db,
  owner: { user_id: string },
  given: SeedOptions & { now: Date },
): Promise<SeededCircle> {
  const id = randomUUID();
  const questions = given.questions ?? seededQuestions;
  const { now } = given;
  await insertRow(db, "circles", {
    id,
    user_id: owner.user_id,
    create_key: randomUUID(),
    title: "The bakery question",
    description: "A lease on the corner bakery.",
    what_they_ask: "Tell me what you see.",
    is_anonymous: given.is_anonymous ?? false,
    deadline: given.deadline ?? null,
    closes_at: given.closes_at ?? null,
    status: "active",
    questions: JSON.stringify(questions),
    next_question_id: Math.max(...questions.map((question) => question.id)) + 1,
    created_at: now,
    updated_at: now,
  });
  await db
    .insertInto("circle_keys")
    .values({ circle_id: id, user_id: owner.user_id, ...createKey(testSecrets, "circle key", id) })
    .execute();
  const people = (given.people ?? ["Ana", "Ben", "Cleo"]).map((firstName) => ({
    id: randomUUID(),
    first_name: firstName,
    invite_token: randomBytes(24).toString("base64url"),
  }));
  await db
    .insertInto("invites")
    .values(
      people.map((person, position) => ({
        ...person,
        circle_id: id,
        user_id: owner.user_id,
        position,
        email: `${person.first_name.toLowerCase()}@people.example`,
        created_at: now,
      })),
    )
    .execute();
  const findToken = (index: number) => people[index]?.invite_token ?? "";
  return { id, user_id: owner.user_id, questions, people, findToken };
}
