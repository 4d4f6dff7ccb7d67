type Catalogue = Readonly<Record<string, unknown>>;

/** Values for sentences: names, days and numbers. A name may be missing, and a number may be 1. */
const samples = [
  ["7", "8", "9"],
  [null, "8", null],
  ["1", "1", "1"],
];

/** Every text of a catalogue by its path, sentences with sample values. Compares languages. */
export function listTexts(catalogue: object, path = ""): [string, string][] {
  return Object.entries(catalogue as Catalogue).flatMap(([key, text]): [string, string][] => {
    const name = `${path}${key}`;
    if (typeof text === "string") return [[name, text]];
    if (typeof text !== "function") return listTexts(text as Catalogue, `${name}.`);
    return samples.flatMap((values, index): [string, string][] => {
      try {
        return [[`${name}(${index})`, String(text(...values))]];
      } catch {
        // This value may not be missing.
        return [];
      }
    });
  });
}

/** The names of texts that a language has in common with English. */
export function listEnglishTexts(catalogue: object, english: object): string[] {
  const inEnglish = new Map(listTexts(english));
  const same = listTexts(catalogue).filter(
    ([name, text]) => /\p{L}{2}/u.test(text.replace("null", "")) && text === inEnglish.get(name),
  );
  return [...new Set(same.map(([name]) => name.replace(/\(.*/, "")))];
}
