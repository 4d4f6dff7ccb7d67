/** Stripe refuses a request because of one of its parameters. */
export class RefusedError extends Error {
  readonly param: string;
  readonly code: string | undefined;

  constructor(message: string, param: string, code?: string) {
    super(message);
    this.param = param;
    this.code = code;
  }
}

/** Stripe has no such thing. */
export class MissingError extends Error {
  readonly param: string;

  constructor(id: string, param: string) {
    super(`No such ${param}: ${id}`);
    this.param = param;
  }
}

/** The object with an id. */
export function get<Value>(from: ReadonlyMap<string, Value>, id: string, param = "id"): Value {
  const value = from.get(id);
  if (value === undefined) throw new MissingError(id, param);
  return value;
}
