/** Makes the compiler report every place that does not handle a new member of a union. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
