import { expect, it } from "vitest";
import { useTestAuth } from "#server/testing/auth.ts";
import { useTestDatabase } from "#server/testing/db.ts";

const auth = useTestAuth(useTestDatabase());

it("signs a new person in at once", async () => {
  const client = auth.createClient();
  const { data, error } = await client.signUp({
    email: "  Ana@Paraline.Example ",
    password: "secret",
    options: { data: { time_zone: "Europe/Lisbon", name: "Ana" } },
  });

  expect(error).toBeNull();
  expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  expect(data.user).toMatchObject({
    email: "ana@paraline.example",
    aud: "authenticated",
    role: "authenticated",
    user_metadata: { time_zone: "Europe/Lisbon", name: "Ana" },
    app_metadata: { provider: "email", providers: ["email"] },
    is_anonymous: false,
  });
  const { data: found } = await client.getUser();
  expect(found.user).toEqual(data.user);
});
