/** Stems of one family that no rule brings together. */
const irregularStems = new Map(
  Object.entries({
    decis: "decid",
    explan: "explain",
    teacher: "teach",
    taught: "teach",
    leader: "lead",
    leadership: "lead",
    lone: "lonel",
    loneli: "lonel",
    children: "child",
    warmth: "warm",
    strength: "strong",
    honesti: "honest",
    kindli: "kind",
    healthi: "health",
    fright: "frighten",
    apologi: "apolog",
    choic: "choos",
    chose: "choos",
    life: "live",
    slept: "sleep",
    sold: "sell",
    drank: "drink",
    drunk: "drink",
    spoke: "speak",
    speech: "speak",
    spoken: "speak",
    sang: "sing",
    weari: "tire",
    criticis: "critic",
  }),
);

/**
 * What words of one family have in common: "patient" and "patience", "decide" and "decisions", "calm" and "calmly".
 * `stem` is the word's stem as the language model gives it.
 */
export function wordFamilyOf(stem: string): string {
  const bare = stem
    .replace(/(?<=.{3})ienc(?:e|i)?$/, "ient")
    .replace(/(?<=.{3})anc(?:e|i)?$/, "ant")
    .replace(/(?<=.{4})(?:ness|ful|li)$/, "");
  return irregularStems.get(stem) ?? irregularStems.get(bare) ?? bare;
}
