import { expect, it } from "vitest";
import { z } from "zod";
import { useTestApp } from "#server/testing/app.ts";
import type { TestOwner } from "#server/testing/owners.ts";
import type { SeededCircle } from "#server/testing/seed-circle.ts";

const app = useTestApp({ each: true });

const openApi = z.object({
  paths: z.record(
    z.string(),
    z.object({ get: z.object({ parameters: z.array(z.object({ name: z.string() })) }).optional() }),
  ),
});

/** Everything that an owner can read, in every feature. New endpoints are included automatically. */
async function everythingReadable(owner: TestOwner, circle: SeededCircle): Promise<string> {
  const { paths } = openApi.parse(await (await app.request("/api/openapi.json")).json());
  const readable = Object.entries(paths).flatMap(([path, { get }]) => (get ? { path, get } : []));
  expect(readable.map(({ path }) => path)).toContain("/api/circles/{id}/feedback");
  const listed = readable.filter(({ get }) => get.parameters.some(({ name }) => name === "status"));
  expect(listed.map(({ path }) => path)).toContain("/api/circles");
  const answers = [];
  for (const one of readable) {
    const filled = one.path.replaceAll(/\{\w+\}|:\w+/g, circle.id);
    for (const query of listed.includes(one) ? ["", "?status=active", "?status=completed"] : [""]) {
      const response = await app.as(owner, "GET", `${filled}${query}`);
      const { "x-request-id": _, ...headers } = Object.fromEntries(response.headers);
      const body = (await response.text()).replace(/"request_id":"[^"]*"/, "");
      answers.push({ filled, query, status: response.status, headers, body });
    }
  }
  return JSON.stringify([...answers, ...(await resendAll(owner, circle))], null, 1);
}

async function resendAll(owner: TestOwner, circle: SeededCircle) {
  const answers = [];
  for (const person of circle.people) {
    const response = await app.as(owner, "POST", `/api/invites/${person.id}/resend`);
    const body = (await response.text()).replace(/"request_id":"[^"]*"/, "");
    answers.push({ person: person.first_name, status: response.status, body });
  }
  return answers;
}

const answer = (circle: SeededCircle, person: number) =>
  app.circles.answer(circle.tokenOf(person), {
    answers: { 1: "A secret that waits", 2: 5 },
    encouragement: "A note that waits",
  });

it("an anonymous answer changes no byte that an owner can read before its release", async () => {
  const owner = await app.createOwner({ full_name: "Maya" });
  const circle = await app.circles.seed(owner, {
    is_anonymous: true,
    people: ["Ana", "Ben", "Cleo", "Dan"],
  });
  // Once an invitation has been sent, the circle must stay anonymous.
  await resendAll(owner, circle);
  await app.work();
  const before = await everythingReadable(owner, circle);

  for (const person of [0, 1]) {
    // Nothing changes when time passes, either.
    app.clock.advance({ hours: 1 });
    expect((await answer(circle, person)).status).toBe(201);
    await app.work();
    expect(await everythingReadable(owner, circle)).toBe(before);
  }

  app.clock.advance({ hours: 1 });
  await answer(circle, 2);
  const released = await everythingReadable(owner, circle);
  expect(released).not.toBe(before);
  expect(released).toContain("A secret that waits");

  // The same holds for the next round: the fourth answer waits as the first did.
  app.clock.advance({ hours: 1 });
  await answer(circle, 3);
  expect(await everythingReadable(owner, circle)).toBe(released);
});
