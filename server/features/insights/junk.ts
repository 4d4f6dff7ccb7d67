const emptyWords =
  /^(?:test(?:ing|s|er|123)?|tests? test|n\/?a|na|nope|none|nil|null|no|nothing|no comment|idk|dunno|don'?t know|i don'?t know|no idea|not sure|pass|skip|skipped|hi|hello|hey|ok|okay|k|yes|lol|haha|blah|bla|bla bla|blah blah|asdf\w*|qwert\w*|foo|bar|foo bar|lorem ipsum.*|see above|same|same as above|as above|ditto|whatever|\?+|x+|abc|123)$/;

/** Whether an answer says nothing: "test", "n/a", a row of dots, or keys struck at random. */
export function isJunk(text: string): boolean {
  const bare = text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[.!\s…]+$/u, "")
    .trim();
  if (!/\p{L}/u.test(bare)) return true;
  if (emptyWords.test(bare)) return true;
  if (/^(.{1,3})\1{3,}$/u.test(bare.replaceAll(" ", ""))) return true;
  // One word of Latin letters that has no vowel.
  return /^[a-z]{5,}$/.test(bare) && !/[aeiouy]/.test(bare);
}

/** Whether a short answer says that there is no worry. */
export function deniesWorry(text: string): boolean {
  return (
    /^(?:no|nope|not much|(?:nothing|none)(?: (?:really|much|at all|serious|comes to mind|worries me))?(?=[.,;!\s]*$|[.,;!] ))/i.test(
      text.trim(),
    ) && !/^(?:no|nope|not much)\b[^.!]/i.test(text.trim())
  );
}
