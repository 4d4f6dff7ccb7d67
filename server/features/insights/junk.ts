const emptyWords =
  /^(?:test(?:ing|s|er|123)?|tests? test|n\/?a|null|nil|no comment|pass|skip|skipped|lol|haha|asdf\w*|qwert\w*|foo|bar|foo bar|lorem ipsum.*|\?+|x+|abc|123)$/;

/** Whether an answer says nothing: "test", "n/a", a row of dots, or keys struck at random. A denial says something. */
export function isJunk(text: string): boolean {
  const bare = text
    .toLowerCase()
    .replace(/[.!\s…]+$/u, "")
    .trim();
  if (!/\p{L}/u.test(bare)) return true;
  if (emptyWords.test(bare)) return true;
  if (/^(.{1,3})\1{3,}$/u.test(bare.replaceAll(" ", ""))) return true;
  // One word of Latin letters that has no vowel.
  return /^[a-z]{5,}$/.test(bare) && !/[aeiouy]/.test(bare);
}
