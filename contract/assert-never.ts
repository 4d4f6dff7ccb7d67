/** Makes the compiler list every place that must know a new member of a union. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
