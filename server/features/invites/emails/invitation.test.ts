import { expect, it } from "vitest";
import { composeFurtherQuestion, composeInvitation, type Invitation } from "./emails.tsx";

const invitation: Invitation = {
  language: "en",
  first_name: "Ana",
  owner_name: "Maya Okafor",
  title: "Should I leave the orchestra?",
  is_anonymous: false,
  deadline: "2026-12-05",
  questions_count: 4,
  inviteUrl: "http://localhost:3000/invite?token=0123456789abcdef0123456789abcdef",
  unsubscribeUrl: "http://localhost:3000/unsubscribe?token=abc",
  occasion: "invitation",
};

it("an invitation says who asks, about what, how long it takes and until when, with the private link", async () => {
  const { subject, text, html } = await composeInvitation(invitation);
  expect(subject).toBe(
    "Maya Okafor would like your perspective on “Should I leave the orchestra?”",
  );
  expect(text).toBe(`“Should I leave the orchestra?”

Dear Ana,

Maya Okafor is thinking this through and would like to hear how you see it.

It takes: about 3-5 minutes, no account needed
Open until: Dec 05, 2026
Who reads it: Maya Okafor, with your name beside it

Share your perspective:
http://localhost:3000/invite?token=0123456789abcdef0123456789abcdef

The link is yours alone, so please keep it to yourself. If you would rather not answer, you can say so on the same page, and no one will email you about it again.

Maya Okafor entered your address to ask for your perspective. Unsubscribe: http://localhost:3000/unsubscribe?token=abc
`);
  expect(html).toContain('href="http://localhost:3000/unsubscribe?token=abc"');
});

it("without a name it is from someone who values your view; without a deadline none is mentioned", async () => {
  const { subject, text } = await composeInvitation({
    ...invitation,
    owner_name: null,
    deadline: null,
    questions_count: 8,
  });
  expect(subject).toBe(
    "Someone who values your view would like your perspective on “Should I leave the orchestra?”",
  );
  expect(text).toContain("Who reads it: The person who invited you, with your name beside it");
  expect(text).toContain("about 7-9 minutes");
  expect(text).not.toContain("Open until");
});

it("an anonymous one says what anonymous means", async () => {
  const { text } = await composeInvitation({ ...invitation, is_anonymous: true });
  expect(text).toContain("Who reads it: Maya Okafor, without your name beside it");
  expect(text).toContain("What anonymous means");
  expect(text).toContain("your answers stay sealed until this paraline closes");
  expect(text).toContain("Your wording may give you away.");
});

it("sent again, it says so, in words that fit people who have answered an anonymous paraline, too", async () => {
  const again = await composeInvitation({ ...invitation, occasion: "invitation_again" });
  expect(again.subject).toContain("Maya Okafor would still like your perspective");
  expect(again.text).toContain("wrote to you about this before");
  const reminder = await composeInvitation({ ...invitation, occasion: "reminder" });
  expect(reminder.subject).toContain("Maya Okafor is still hoping for your perspective");
  expect(reminder.text).toContain("Open until: Dec 05, 2026");
  expect(reminder.text).not.toContain("answered already");
  const sealed = { ...invitation, is_anonymous: true };
  for (const occasion of ["invitation", "invitation_again", "reminder"] as const) {
    const { text } = await composeInvitation({ ...sealed, occasion });
    const isLater = text.includes("If you have answered already, thank you: there is nothing left");
    expect([occasion, isLater]).toEqual([occasion, occasion !== "invitation"]);
  }
});

it("a further question is asked in one line, with its deadline and the private link", async () => {
  const asked = { ...invitation, question: "What would change your mind?", isReminder: false };
  const { subject, text } = await composeFurtherQuestion(asked);
  expect(subject).toBe("Maya Okafor has one more question about “Should I leave the orchestra?”");
  expect(text).toContain(
    "\nMaya Okafor has one more question for you: “What would change your mind?”\n",
  );
  expect(text).toContain("Open until: Dec 05, 2026");
  expect(text).toContain(invitation.inviteUrl);
  expect(text).not.toContain("sealed");
  const sealed = { ...asked, is_anonymous: true, isReminder: true };
  const reminder = await composeFurtherQuestion(sealed);
  expect(reminder.subject).toBe(
    "Reminder: one more question about “Should I leave the orchestra?”",
  );
  expect(reminder.text).toContain("If you have answered already, thank you");
  expect(reminder.text).toContain("Your answer stays sealed until then");
});
