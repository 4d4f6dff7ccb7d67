import { expect, it } from "vitest";
import { z } from "zod";
import { readResults } from "#contract/feedback/feedback.ts";
import { useTestApp } from "#server/testing/app.ts";
import { circleDraft } from "#server/testing/test-circles.ts";

const app = useTestApp();
const owner = app.useOwner();

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** A valid body for each call that has one. Without it, a call would be refused for its body and not for its id. */
const { invites, create_key, ...edit } = circleDraft();
const bodies: Record<string, object> = {
  "PUT /api/circles/{id}": edit,
  "DELETE /api/circles/{id}": { title: edit.title },
  "POST /api/circles/{id}/reopen": { deadline: null },
  "POST /api/circles/{id}/duplicate": { create_key, with_people: true },
  "PUT /api/circles/{id}/open-link": { open: true },
  "POST /api/circles/{id}/further-questions": {
    create_key,
    question: { label: "What else?", type: "textarea" },
    deadline: "2099-01-01",
  },
  "PUT /api/circles/{id}/own-answers": { answers: { 1: "What I expect." } },
  "PATCH /api/circles/{id}/decision": { path: "affirm" },
  "POST /api/circles/{id}/decision/closing-letter": { heard: "a", decided: "b", thanks: "c" },
  "PUT /api/circles/{id}/feedback/{response_id}/set-aside": { is_set_aside: true },
  "POST /api/circles/{id}/invites": { invites },
  "PATCH /api/invites/{id}": { label: "work" },
};

it("every call about somebody else's paraline or person answers as it does for an id that does not exist, and changes nothing", async () => {
  const id = await app.circles.create(owner);
  await app.circles.answerAs(id, "ana");
  app.clock.advance({ minutes: 11 });
  const read = async () => [
    await app.circles.read(owner, id),
    await app.circles.people(owner, id),
    await app.call(owner, readResults, { params: { id } }),
  ];
  const before = await read();
  const [response] = (await app.call(owner, readResults, { params: { id } })).responses;
  const { id: inviteId } = await app.circles.person(id, "ben");
  const stranger = await app.createOwner();

  const { paths } = openApi.parse(await (await app.request("/api/openapi.json")).json());
  const calls = Object.entries(paths)
    .filter(([path]) => /^\/api\/(circles|invites)\/\{id\}/.test(path))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
    );
  expect(calls.length).toBeGreaterThan(25);
  for (const [method, path] of calls) {
    const isPerson = path.startsWith("/api/invites");
    const code = isPerson ? "invite_not_found" : "circle_not_found";
    for (const asked of [isPerson ? inviteId : id, crypto.randomUUID(), "nonsense", "%00"]) {
      const address = path
        .replace("{id}", asked)
        .replace("{response_id}", response?.id ?? "")
        .replace("{question_id}", "1");
      const answer = await app.as(stranger, method, address, bodies[`${method} ${path}`]);
      const { code: given } = (await answer.json()) as { code?: string };
      expect([method, path, asked, answer.status, given]).toEqual([method, path, asked, 404, code]);
    }
  }
  expect(await read()).toEqual(before);
});

/** What an owner may do with a further question by its own id. */
const forFurtherQuestions = [
  "POST /api/circles/{id}/close",
  "GET /api/circles/{id}/feedback",
  "GET /api/circles/{id}/insights",
  "POST /api/circles/{id}/insights",
  "PUT /api/circles/{id}/feedback/{response_id}/answers/{question_id}/kept",
  "DELETE /api/circles/{id}/feedback/{response_id}/answers/{question_id}/kept",
  "PUT /api/circles/{id}/feedback/{response_id}/set-aside",
];

it("a further question and its people are found by nothing but what reads, counts or closes its answers", async () => {
  const first = await app.circles.createInvited(owner);
  const { circle_id: id } = await app.circles.askFurther(owner, first);
  await app.circles.answerAs(id, "ana");
  const { id: inviteId } = await app.circles.person(id, "ben");
  const responses = (await app.call(owner, readResults, { params: { id } })).responses;
  expect(responses).toHaveLength(1);

  const { paths } = openApi.parse(await (await app.request("/api/openapi.json")).json());
  const found: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    if (!/^\/api\/(circles|invites)\/\{id\}/.test(path)) continue;
    for (const method of Object.keys(methods).map((name) => name.toUpperCase())) {
      const address = path
        .replace("{id}", path.startsWith("/api/invites") ? inviteId : id)
        .replace("{response_id}", responses[0]?.id ?? "")
        .replace("{question_id}", "1");
      const body = bodies[`${method} ${path}`];
      const answer = await app.as(owner, method, address, body);
      if (answer.status !== 404) found.push(`${method} ${path}`);
    }
  }
  expect(found.toSorted()).toEqual(forFurtherQuestions.toSorted());
});
