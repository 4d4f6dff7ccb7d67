import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { circleOfJoinToken } from "#contract/invites/join-token.ts";
import { createSecrets } from "#server/system/secrets.ts";
import { testSecrets } from "#server/testing/secrets.ts";
import { createJoinToken, openJoinToken } from "./join-token.ts";

const opening = { circle_id: randomUUID(), link_openings: 3 };
const join = { id: randomUUID(), first_name: "Zoë" };

describe("the token of somebody who came through an open link", () => {
  it("contains who they are, and the paraline for everybody", () => {
    const token = createJoinToken(testSecrets, opening, join);
    expect(openJoinToken(testSecrets, token, opening)).toEqual(join);
    expect(circleOfJoinToken(token)).toBe(opening.circle_id);
  });

  it.each([
    ["another opening of the link", { ...opening, link_openings: 4 }],
    ["another paraline", { ...opening, circle_id: randomUUID() }],
  ])("is not one of %s", (_of, other) => {
    const token = createJoinToken(testSecrets, other, join);
    expect(openJoinToken(testSecrets, token, opening)).toBeUndefined();
  });

  it("can't be made with another secret, changed, or spelled in another way", () => {
    const token = createJoinToken(testSecrets, opening, { ...join, first_name: "Zo" });
    const others = [
      createJoinToken(createSecrets(Buffer.alloc(32, 7)), opening, join),
      token.slice(0, -1),
      `${token}=`,
      `${token.slice(0, 40)}${token[40] === "A" ? "B" : "A"}${token.slice(41)}`,
    ];
    for (const last of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
      if (last !== token.at(-1)) others.push(`${token.slice(0, -1)}${last}`);
    }
    for (const other of others) expect(openJoinToken(testSecrets, other, opening)).toBeUndefined();
  });
});
