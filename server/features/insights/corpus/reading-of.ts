import type { Reading } from "../engine.ts";

const asked = "What do you think of me opening a bakery?";
/** A reading of people who answered one question; the refs number the answers of all of them, from a1 on. */
export function readingOf(people: readonly (readonly string[])[]): Reading {
  let count = 0;
  return {
    title: "",
    description: "",
    what_they_ask: "",
    is_anonymous: false,
    people: people.map((answers, index) => ({
      ref: `p${index + 1}`,
      answers: answers.map((text) => {
        count += 1;
        return {
          ref: `a${count}`,
          question_id: 1,
          question: asked,
          role: undefined,
          answer: { text },
        };
      }),
    })),
  };
}
