const english = new Set(
  "the a an and or but of to in on at for with from by is are was were be been am it its this that these those i you he she we they me him her us them my your his our their not no do does did have has had will would can could should if when what who how why there here as so too very just than then more most".split(
    " ",
  ),
);

/** Whether a text is English, as far as its small words tell; a few words alone get the benefit of the doubt. */
export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  const latin = words.filter((word) => /^[a-z']+$/.test(word));
  if (words.length < 4) return latin.length === words.length;
  const small = words.filter((word) => english.has(word.replace(/'.*$/, ""))).length;
  return small / words.length >= 0.18;
}
