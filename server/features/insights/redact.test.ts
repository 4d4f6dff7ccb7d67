import { describe, expect, test } from "vitest";
import { joinedNames } from "#server/features/invites/fold-name.ts";
import { hashesOfWord, hashName } from "#server/features/invites/removed-names.ts";
import { createKnownRedactor, createRedactor } from "./redact.ts";

const redact = createRedactor(
  {
    names: ["Priya", "Raghunathan", "Will", "Maya Torres"],
    isRemoved: (word) => ["bruna", "hope"].includes(word.toLowerCase()),
  },
  ["The bakery on Mill Lane"],
);

describe("taking out who is meant", () => {
  test("names of the invited go, in any spelling, with their possessive left readable", () => {
    expect(redact("As priya said to PRIYA at Raghunathan's place.")).toBe(
      "As … said to … at …'s place.",
    );
  });

  test("addresses and numbers to call go, years and prices stay", () => {
    expect(
      redact(
        "Write to ana.lima+x@people.example or call +351 912 345 678. In 2019 it cost 12,500.",
      ),
    ).toBe("Write to … or call …. In 2019 it cost 12,500.");
  });

  test("other names of people go, wherever they stand", () => {
    expect(redact("Tom told me. I asked Okonkwo about it, and your brother João.")).toBe(
      "… told me. I asked … about it, and your brother ….",
    );
  });

  test("names of people removed since go as well", () => {
    expect(redact("I hope that bruna comes; ask Bruna or Hope.")).toBe(
      "I hope that … comes; ask … or ….",
    );
  });

  test.each([
    ["प्रिया शर्मा", "मैं प्रिया शर्मा हूँ", "मैं … … हूँ"],
    ["முருகன்", "நான் முருகன்.", "நான் …."],
    ["สมชาย", "ผมชื่อสมชายครับ", "ผมชื่อ…ครับ"],
    ["明 李", "我是李明，你好", "我是…，你好"],
    ["Maeve O'Brien", "Ask obrien, or Brien.", "Ask …, or …."],
  ])("%s is known again though only hashes are kept", (name, text, redacted) => {
    const kept = new Set(hashName("a circle", name));
    const isRemoved = (word: string) =>
      hashesOfWord("a circle", word).some((hash) => kept.has(hash));
    expect(createKnownRedactor({ names: [], isRemoved })(text)).toBe(redacted);
  });

  test("names of one letter each go where they are written in one", () => {
    const names = ["明", "李", ...joinedNames(["明", "李"])];
    expect(createKnownRedactor({ names })("我是李明。")).toBe("我是…。");
    expect(joinedNames(["Ana", "Lima"])).toEqual([]);
  });

  test("an everyday word that is also a name stays a word", () => {
    expect(redact("You will love it. Ask Will.")).toBe("You will love it. Ask ….");
  });

  test("what the owner wrote in their own texts, places and months stay", () => {
    expect(redact("I like the bakery on Mill Lane more than Lisbon in January.")).toBe(
      "I like the bakery on Mill Lane more than Lisbon in January.",
    );
  });

  describe("however a name is spelled", () => {
    const redactAll = createRedactor(
      {
        names: [
          "Renée",
          "Søren",
          "Mårten",
          "Nuñez",
          "李明",
          "Okonkwo",
          "Müller",
          "Groß",
          "O’Brien",
          "김민준",
          "Đỗ Thi",
        ],
        isRemoved: (word) => ["bruna", "chloe", "王芳"].includes(word.toLowerCase()),
      },
      [],
    );

    test.each([
      ["I asked Renée.", "I asked …."],
      ["I asked Rene\u0301e.", "I asked …."],
      ["I asked Renee and renee.", "I asked … and …."],
      ["I asked soren and søren.", "I asked … and …."],
      ["I asked so\u00adren.", "I asked …."],
      ["I asked marten.", "I asked …."],
      ["I asked nunez, and NUÑEZ too.", "I asked …, and … too."],
      ["I asked muller, mueller and müller.", "I asked …, … and …."],
      ["I asked gross, and groß again.", "I asked …, and … again."],
      ["我觉得李明会做得很好", "我觉得…会做得很好"],
      ["我问了Renée吗", "我问了…吗"],
      ["저는 김민준이 좋아요", "저는 …이 좋아요"],
      ["I asked the okonkwos at Okonkwo’s, or okonkwo’s.", "I asked the … at …’s, or …’s."],
      ["I asked O'Brien and obrien.", "I asked … and …."],
      ["我也问了王芳的意见", "我也问了…的意见"],
      ["it was okonkwo22 there", "it was … there"],
      ["I asked brunas and chloé.", "I asked … and …."],
    ])("%s", (text, redacted) => {
      expect(redactAll(text)).toBe(redacted);
    });

    test("a name given without its accents, or in another form of them, goes as well", () => {
      const redactPlain = createRedactor({ names: ["Renee", "Jose\u0301phine"] }, []);
      expect(redactPlain("it was renée or joséphine")).toBe("it was … or …");
    });

    test("words that only look like a short name or its plural stay", () => {
      expect(redactAll("Do it, as this is what you do in class.")).toBe(
        "Do it, as this is what you do in class.",
      );
    });

    test("everyday words that are names stay, also in the plural", () => {
      const redactWords = createRedactor({ names: ["Art", "Mark", "Rosé", "Hope"] }, []);
      expect(redactWords("your art leaves marks, a rose, a hope; ask Mark or mark22")).toBe(
        "your art leaves marks, a rose, a hope; ask … or …",
      );
    });
  });

  test.each([
    "okon (at) people.example",
    "okon[at]people[dot]example",
    "okon @ people.example",
    "okon at people dot example",
  ])("an address goes, written as %s", (address) => {
    expect(redact(`write to ${address} today`)).toBe("write to … today");
  });

  test("what is said to be at a place stays", () => {
    expect(redact("meet me at noon (at the mill), at people you like.")).toBe(
      "meet me at noon (at the mill), at people you like.",
    );
  });
});
