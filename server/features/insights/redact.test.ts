import { describe, expect, test } from "vitest";
import { createRedactor } from "./redact.ts";

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

  test("an everyday word that is also a name stays a word", () => {
    expect(redact("You will love it. Ask Will.")).toBe("You will love it. Ask ….");
  });

  test("what the owner wrote in their own texts, places and months stay", () => {
    expect(redact("I like the bakery on Mill Lane more than Lisbon in January.")).toBe(
      "I like the bakery on Mill Lane more than Lisbon in January.",
    );
  });
});
