const insults =
  /\b(idiots?|idiotic|morons?|stupid|losers?|pathetic|fat|ugly|bitch\w*|assholes?|fuck\w*|shit\w*|crap|worthless|dumb(?:ass)?|scum|trash|hate you|shut up|kill yourself|go to hell|disgusting|clown|delusional fool)\b/i;

/** Whether a sentence is abusive. Such a sentence stays readable in its answer, but no insights are made from it. */
export function isAbusive(sentence: string): boolean {
  return insults.test(sentence);
}
