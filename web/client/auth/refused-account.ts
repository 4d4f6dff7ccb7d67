let refusal: string | undefined;

/** Remembers why somebody who has signed in at another server gets no account here, until /auth says so. */
export function storeRefusedAccount(sentence: string): void {
  refusal = sentence;
}

/** Why the person who was just signed out gets no account here. It is returned only once. */
export function takeRefusedAccount(): string | undefined {
  const sentence = refusal;
  refusal = undefined;
  return sentence;
}
