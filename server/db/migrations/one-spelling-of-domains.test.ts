import { expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth.ts";
import { migrations } from "./list.ts";

const auth = useTestAuth();

it("an account whose domain has letters beyond ASCII can be found after the migration, unless the mailbox has two accounts", async () => {
  const store = async (email: string) => {
    const { user_id } = await auth.signUp();
    await auth.db.updateTable("auth.users").set({ email }).where("id", "=", user_id).execute();
    return async () => (await auth.userOf(user_id)).email;
  };
  const single = await store("ana@b\u00fccher.example");
  const first = await store("ben@xn--bcher-kva.example");
  const second = await store("ben@b\u00fccher.example");
  const local = await store("j\u00f6rg@paraline.example");

  await auth.db.transaction().execute(async (tx) => {
    await migrations["0048-one-spelling-of-domains"]?.up(tx);
  });

  expect(await single()).toBe("ana@xn--bcher-kva.example");
  expect(await first()).toBe("ben@xn--bcher-kva.example");
  expect(await second()).toBe("ben@b\u00fccher.example");
  expect(await local()).toBe("j\u00f6rg@paraline.example");
});
