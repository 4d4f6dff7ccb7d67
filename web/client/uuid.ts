/** A version 4 UUID. Built by hand, because `randomUUID` is missing where a page is not served over HTTPS. */
export function createUuid(): string {
  const random = crypto.getRandomValues(new Uint8Array(31));
  let at = 0;
  return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () =>
    ((random[at++] ?? 0) % 16).toString(16),
  );
}
