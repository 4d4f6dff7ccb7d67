import type { z } from "zod";
import { type CircleDraft, createCircle, readCircle } from "#contract/circles/circles.ts";
import { listInvites } from "#contract/invites/invites.ts";
import type { TestApp } from "./app.ts";
import type { TestOwner } from "./owners.ts";

/** What tests of a circle's life do again and again, by the product's own API. */
interface TestCircles {
  /** Makes a circle with people called as given; their addresses follow. Says its id. */
  create(owner: TestOwner, given?: Partial<CircleDraft> & { people?: string[] }): Promise<string>;
  read(owner: TestOwner, id: string): Promise<z.output<typeof readCircle.output>["circle"]>;
  people(owner: TestOwner, id: string): Promise<z.output<typeof listInvites.output>["invites"]>;
  /** One person by first name, with the token that only their mail carries. */
  person(circleId: string, firstName: string): Promise<{ id: string; invite_token: string }>;
  /** Answers as the holder of a link. */
  answer(
    inviteToken: string,
    given?: { answers?: Record<string, string>; show_if_few?: boolean },
  ): Promise<Response>;
}

export function testCirclesOf(app: TestApp): TestCircles {
  return {
    async create(owner, { people = ["ana", "ben", "cleo"], ...draft } = {}) {
      const response = await app.as(owner, "POST", "/api/circles", {
        create_key: crypto.randomUUID(),
        title: "Should I leave the orchestra?",
        description: "d",
        what_they_ask: "a",
        is_anonymous: false,
        deadline: null,
        cover_image_url: null,
        questions: [{ label: "What do you see?", type: "textarea" }],
        ...draft,
        invites: people.map((firstName) => ({
          first_name: firstName,
          email: `${firstName}@paraline.example`,
        })),
      });
      return createCircle.output.parse(await response.json()).circle.id;
    },
    async read(owner, id) {
      const response = await app.as(owner, "GET", `/api/circles/${id}`);
      return readCircle.output.parse(await response.json()).circle;
    },
    async people(owner, id) {
      const response = await app.as(owner, "GET", `/api/circles/${id}/invites`);
      return listInvites.output.parse(await response.json()).invites;
    },
    person: (circleId, firstName) =>
      app.deps.db
        .selectFrom("invites")
        .where("circle_id", "=", circleId)
        .where("first_name", "=", firstName)
        .select(["id", "invite_token"])
        .executeTakeFirstOrThrow(),
    answer: (inviteToken, { answers = { 1: "What I see." }, show_if_few = false } = {}) =>
      app.request("/api/feedback", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Invite-Token": inviteToken },
        body: JSON.stringify({
          submission_key: crypto.randomUUID(),
          answers,
          insights_by: "here",
          show_if_few,
        }),
      }),
  };
}
