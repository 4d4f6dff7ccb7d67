/** A version 4 UUID. It does not use `randomUUID`, which is missing on pages that are not served over HTTPS. */
export function createUuid(): string {
  const random = crypto.getRandomValues(new Uint8Array(31));
  let at = 0;
  return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () =>
    ((random[at++] ?? 0) % 16).toString(16),
  );
}
