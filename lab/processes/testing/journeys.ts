import { randomUUID } from "node:crypto";
import type { Client } from "./client.ts";
import type { MailSink } from "./mail-sink.ts";

/** An owner with a session, made by the product's own sign-up. */
export type Owner = { email: string; access_token: string };

const password = "a long password of a journey";

/** Signs somebody up. If the response says that they have an account, because an earlier call had arrived, signs in. */
export async function signUp(client: Client, email: string): Promise<Owner> {
  const body = { email, password };
  const signedUp = await client.ask("/auth/v1/signup", { method: "POST", body });
  const text =
    signedUp.status === 200
      ? signedUp.text
      : await client.expect(200, "/auth/v1/token?grant_type=password", { method: "POST", body });
  const { access_token } = JSON.parse(text) as { access_token: string };
  return { email, access_token };
}

/** How many people each journey asks. */
export const peopleEach = 3;

/** The text of an answer, by which it is found again in the database. */
export const createMarker = (number: number, person: number) => `answer ${person} of ${number};`;

/**
 * Creates a circle, answers through the links in the emails and reads the results, all through the proxy. Every second
 * circle is anonymous, and every second one of these is closed before.
 * @param onAcknowledged called when the product has acknowledged an answer
 */
export async function runJourney(
  number: number,
  { client, owner, sink }: { client: Client; owner: Owner; sink: MailSink },
  onAcknowledged: (marker: string) => void,
): Promise<void> {
  const isAnonymous = number % 2 === 1;
  const isClosed = number % 4 === 1;
  const isReadable = !isAnonymous || isClosed;
  const accessToken = owner.access_token;
  const addresses = Array.from(
    { length: peopleEach },
    (_, person) => `p${person}@j${number}.example`,
  );
  const created = await client.expect(201, "/api/circles", {
    method: "POST",
    accessToken,
    body: {
      create_key: randomUUID(),
      title: `Journey ${number}`,
      description: "A lease on the corner bakery.",
      what_they_ask: "Tell me what you see.",
      is_anonymous: isAnonymous,
      deadline: null,
      cover_image_url: null,
      questions: [{ label: "What do you see?", type: "textarea" }],
      invites: addresses.map((email, person) => ({ first_name: `Person ${person}`, email })),
    },
  });
  const { circle } = JSON.parse(created) as { circle: { id: string } };

  async function answer(person: number): Promise<void> {
    const text = await sink.textTo(addresses[person] ?? "");
    const link = /\/invite\?token=([\w-]+)/.exec(text);
    const inviteToken = link?.[1];
    if (inviteToken === undefined) throw new Error(`An invitation without a link:\n${text}`);
    const page = await client.expect(200, link?.[0] ?? "");
    if (!page.includes(`Journey ${number}`)) throw new Error("The link opened another page.");
    const marker = createMarker(number, person);
    await client.expect(201, "/api/feedback", {
      method: "POST",
      inviteToken,
      body: {
        submission_key: randomUUID(),
        answers: { 1: marker },
        encouragement: `note of ${marker}`,
      },
    });
    onAcknowledged(marker);
  }

  // They arrive at the same time.
  await Promise.all(Array.from({ length: peopleEach }, (_, person) => answer(person)));
  const path = `/api/circles/${circle.id}`;
  if (isClosed) await client.expect(200, `${path}/close`, { method: "POST", accessToken });
  const results = await client.expect(200, `${path}/feedback`, { accessToken });
  for (let person = 0; person < peopleEach; person += 1) {
    if (results.includes(createMarker(number, person)) !== isReadable) {
      throw new Error(`Journey ${number}: the answer of person ${person} is read wrongly.`);
    }
  }
}
