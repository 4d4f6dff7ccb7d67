import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guessFirstName, looksLikeList, parsePeople } from "./parse-people.ts";

const ana = { first_name: "Ana", last_name: "Lima", email: "ana@example.com" };
const bo = { first_name: "Bo", last_name: "", email: "bo@example.com" };

describe("people pasted as text", () => {
  test.each([
    ["one in an email's way", "Ana Lima <ana@example.com>", [ana]],
    ["several between commas", "Ana Lima <ana@example.com>, Bo <bo@example.com>", [ana, bo]],
    ["several between semicolons", "Ana Lima <ana@example.com>;Bo <bo@example.com>;", [ana, bo]],
    ["quoted, last name first", '"Lima, Ana" <ana@example.com>', [ana]],
    ["lines of a CSV file", "Ana,Lima,ana@example.com\r\nBo,,bo@example.com\r\n", [ana, bo]],
    ["with quotes", '"Ana","Lima","ana@example.com"', [ana]],
    ["with a byte order mark", "\uFEFFAna,Lima,ana@example.com", [ana]],
    ["cells of a spreadsheet", "Ana Lima\tana@example.com\nBo\tbo@example.com", [ana, bo]],
    ["address first", "ana@example.com,Ana,Lima", [ana]],
    ["mailto links", "Ana Lima <mailto:ana@example.com>", [ana]],
    ["in single quotes", "'Ana Lima' <'ana@example.com'>", [ana]],
    [
      "with an apostrophe of their own",
      "Bo O'Neil <bo.o'neil@example.com>",
      [{ first_name: "Bo", last_name: "O'Neil", email: "bo.o'neil@example.com" }],
    ],
    ["in brackets", "Ana Lima (ana@example.com)", [ana]],
    ["at the end of a sentence", "Bo bo@example.com.", [bo]],
    ["after what the address is called", "Bo, mail: bo@example.com", [bo]],
    ["in the head of an email", "To: Ana Lima <ana@example.com>, Bo <bo@example.com>", [ana, bo]],
    ["numbered", "1. Ana Lima ana@example.com\n2. Bo: bo@example.com", [ana, bo]],
    ["between spaces", "Ana Lima ana@example.com Bo bo@example.com", [ana, bo]],
    ["with invisible marks", "\u200fAna Lima\u200e <\u202aana@example.com\u202c>", [ana]],
    [
      "in full-width characters",
      "Ana Lima＜ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ＞；Bo＜bo@example.com＞",
      [ana, bo],
    ],
    [
      "with a name encoded for emails",
      '=?UTF-8?Q?J=C3=B6rg?= <jorg@müller.example>, "=?utf-8?B?TGltYSwgQW5h?=" <ana@example.com>',
      [{ first_name: "Jörg", last_name: "", email: "jorg@xn--mller-kva.example" }, ana],
    ],
    [
      "named by their address",
      '"ana@example.com" <ana@example.com>',
      [{ first_name: "", last_name: "", email: "ana@example.com" }],
    ],
    ["with a label only", "mail: bo@example.com", [{ ...bo, first_name: "" }]],
    [
      "with a header in an order of its own",
      "Email;Last name;First name\nana@example.com;Lima;Ana\nbo@example.com;;Bo",
      [ana, bo],
    ],
    ["with a header of one name", "Name,E-mail\nAna Lima,ana@example.com", [ana]],
    [
      "addresses alone",
      "ana@example.com; bo@example.com",
      [
        { first_name: "", last_name: "", email: "ana@example.com" },
        { first_name: "", last_name: "", email: "bo@example.com" },
      ],
    ],
  ])("are found: %s", (_, text, people) => {
    expect(parsePeople(text)).toEqual({ people, unreadable: [] });
  });

  test("lines without an address are returned", () => {
    expect(parsePeople("Ana Lima <ana@example.com>\nthe neighbours\n\n")).toEqual({
      people: [ana],
      unreadable: ["the neighbours"],
    });
  });

  test("one typed address is not a list; several, or one with a name, are", () => {
    expect(looksLikeList("ana@example.com")).toBe(false);
    expect(looksLikeList("Ana <ana@example.com>")).toBe(true);
    expect(looksLikeList("ana@example.com, bo@example.com")).toBe(true);
  });

  test("an address proposes a first name", () => {
    expect(guessFirstName("ana.lima@example.com")).toBe("Ana");
    expect(guessFirstName("42@example.com")).toBe("");
  });

  test("whatever is pasted, no one is invented and nothing breaks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const addresses = text.replaceAll("＠", "@").split("@").length - 1;
        expect(parsePeople(text).people.length).toBeLessThanOrEqual(addresses);
      }),
    );
  });

  test("however a list is written, everyone on it is found with their name", () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{1,9}$/);
    const person = fc.record({
      first_name: word,
      last_name: fc.oneof(fc.constant(""), word),
      email: fc.stringMatching(/^[a-z0-9._+-]{0,8}[a-z0-9]@[a-z0-9]{1,8}\.(com|example)$/),
    });
    const ways = [
      (p: typeof ana) => `${p.first_name} ${p.last_name} <${p.email}>`,
      (p: typeof ana) => `"${p.first_name} ${p.last_name}" <${p.email}>`,
    ];
    fc.assert(
      fc.property(
        fc.array(person, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...ways),
        fc.constantFrom(", ", ";", "\n", "\r\n", ";\n", "\t"),
        (people, write, between) => {
          expect(parsePeople(people.map(write).join(between)).people).toEqual(people);
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.array(person, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(",", ";", "\t"),
        (people, between) => {
          const lines = people.map((p) => [p.first_name, p.last_name, p.email].join(between));
          expect(parsePeople(lines.join("\n")).people).toEqual(people);
        },
      ),
    );
  });
});
