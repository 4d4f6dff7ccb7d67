import { expect, it } from "vitest";
import { useTestApp } from "#server/testing/app.ts";
import { useTestDatabase } from "#server/testing/db.ts";

const database = useTestDatabase();
const app = useTestApp(database);

it("a request whose body is held back does nothing once its session has ended", async () => {
  const owner = await app.createOwner();
  const asked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      asked.resolve();
      await ended.promise;
      controller.enqueue(Buffer.from(JSON.stringify({ email: owner.email, password: "" })));
      controller.close();
    },
  });
  const held = app.request("/api/account", {
    method: "DELETE",
    headers: {
      Authorization: `Bearer ${owner.access_token}`,
      "Content-Type": "application/json",
    },
    body,
    duplex: "half",
  });
  await asked.promise;
  await database.db.deleteFrom("auth.sessions").where("user_id", "=", owner.user_id).execute();
  ended.resolve();
  expect((await held).status).toBe(403);
  expect(
    await database.db
      .selectFrom("auth.users")
      .where("id", "=", owner.user_id)
      .select("id")
      .execute(),
  ).toHaveLength(1);
});
