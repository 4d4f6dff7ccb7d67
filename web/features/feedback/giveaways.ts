const relations =
  "sister|brother|mother|mom|mum|father|dad|daughter|son|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|cousin|aunt|uncle|niece|nephew|grandmother|grandfather|grandma|grandpa|boss|manager|colleague|coworker|co-worker|flatmate|roommate|housemate|neighbou?r|godmother|godfather|sister-in-law|brother-in-law|mother-in-law|father-in-law|(?:best |oldest |old )?friend|teacher|mentor|therapist|coach";

const relation = new RegExp(
  String.raw`\b(?:as|being|i am|i'm|i’m) your (?:\w+ )?(?:${relations})\b`,
  "i",
);
const own_name =
  /\b(?:my name is|this is|it's|it’s|i am|i'm|i’m|yours,|love,|best,|hugs,|xo,?|[–—-])\s*(\p{Lu}[\p{Ll}'’]+)\b/u;
const name_inside = /(?<![.!?…:;“”"'‘’()\n]\s*|^\s*)(?<=\s)\p{Lu}[\p{Ll}]{2,}\b/gu;

const names_of_nobody = new Set(
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Christmas Easter English French German Spanish Italian Zoom Google Internet".split(
    " ",
  ),
);

export type FindGiveaway = typeof findGiveaway;

/**
 * The words of an answer that may tell who wrote it, or undefined: "as your sister", a signature, somebody's name.
 * `known` is what the paraline itself says; its words give nobody away. A guess, made in the browser and kept there.
 */
export function findGiveaway(text: string, known: string): string | undefined {
  const said = relation.exec(text)?.[0];
  if (said !== undefined) return said;
  const mentioned = (word: string) => names_of_nobody.has(word) || known.includes(word);
  const [, signed] = own_name.exec(text) ?? [];
  if (signed !== undefined && !mentioned(signed)) return signed;
  const inside = [...text.matchAll(name_inside)]
    .map(([word]) => word)
    .filter((word) => !mentioned(word));
  // Where every noun is written large, names can't be told from other words.
  return new Set(inside).size > 3 ? undefined : inside[0];
}
