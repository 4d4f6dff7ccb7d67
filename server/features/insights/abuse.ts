const insults =
  /\b(idiots?|idiotic|morons?|stupid|losers?|pathetic|fat|ugly|bitch\w*|assholes?|fuck\w*|shit\w*|crap|worthless|dumb(?:ass)?|scum|trash|hate you|shut up|kill yourself|go to hell|disgusting|clown|delusional fool)\b/i;

/** Whether a sentence insults: it may be read where it stands, but nobody's page is built of it. */
export function isAbusive(sentence: string): boolean {
  return insults.test(sentence);
}
