import { expect, test } from "vitest";
import { mergeChanges } from "./merge-changes.ts";

const question = (key: string, label = key) => ({ key, label, type: "rating" });
const person = (name: string) => ({ first_name: name, email: `${name}@example.com` });
const [a, b, c, d] = ["a", "b", "c", "d"].map((key) => question(key));

test.each([
  ["two fields", { x: "", y: "" }, { x: "1", y: "" }, { x: "", y: "2" }, { x: "1", y: "2" }],
  ["the same field: mine is newer", { x: "" }, { x: "1" }, { x: "2" }, { x: "2" }],
  [
    "a field that is emptied",
    { x: "1", y: "" },
    { x: "", y: "" },
    { x: "1", y: "2" },
    { x: "", y: "2" },
  ],
  ["a field that is removed", { x: 1, y: 1 }, { y: 1 }, { x: 1, y: 2 }, { y: 2 }],
  [
    "fields of fields",
    { entry: { first_name: "", email: "" } },
    { entry: { first_name: "Ana", email: "" } },
    { entry: { first_name: "", email: "a@" } },
    { entry: { first_name: "Ana", email: "a@" } },
  ],
  [
    "two questions",
    [a, b],
    [question("a", "A"), b],
    [a, question("b", "B")],
    [question("a", "A"), question("b", "B")],
  ],
  [
    "two fields of one question",
    [a],
    [question("a", "A")],
    [{ ...a, type: "text" }],
    [{ ...question("a", "A"), type: "text" }],
  ],
  ["questions that both have added", [a], [a, b], [a, c], [a, c, b]],
  ["a question that one removes and the other leaves as it is", [a, b], [b], [a, b, c], [b, c]],
  [
    "a question that one removes and the other rewrites",
    [a, b],
    [b],
    [question("a", "A"), b],
    [b, question("a", "A")],
  ],
  [
    "an order and a text",
    [a, b, c],
    [a, b, question("c", "C")],
    [b, a, c],
    [b, a, question("c", "C")],
  ],
  ["an order and an addition", [a, b], [b, a], [a, b, d], [a, b, d]],
  [
    "people",
    [person("ana"), person("bo")],
    [person("ana"), person("bo"), person("cy")],
    [person("bo"), person("di")],
    [person("bo"), person("di"), person("cy")],
  ],
  ["a list without names for its entries, which is one field", ["x"], ["x", "y"], ["z"], ["z"]],
])("merges %s", (_, base, theirs, mine, merged) => {
  expect(mergeChanges<unknown>(base, theirs, mine)).toEqual(merged);
});
