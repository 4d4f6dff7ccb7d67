import type { Context } from "hono";

/**
 * A request's form, as Stripe reads one: `a[b][0]=c` is a list in an object, and `true` is no text. That it has the
 * fields of its type is the library's word, which sent it.
 */
export async function readForm<Params>(c: Context): Promise<Params> {
  const form: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    place(form, name.split(/[[\]]+/).filter(Boolean), value);
  }
  return withLists(form) as Params;
}

/** `metadata[a]=b` of a form. */
export function nested(form: URLSearchParams, name: string): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([key, value]) =>
      key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [],
    ),
  );
}

/** `expand[0]=a&expand[1]=b` of an address. */
export function listQueryValues(c: Context, name: string): string[] {
  return Object.entries(c.req.query()).flatMap(([key, value]) =>
    key.startsWith(`${name}[`) ? [value] : [],
  );
}

function place(target: Record<string, unknown>, names: readonly string[], value: string): void {
  const [name = "", ...rest] = names;
  if (rest.length === 0) {
    target[name] = value === "true" ? true : value === "false" ? false : value;
    return;
  }
  const inner = target[name];
  const next = isRecord(inner) ? inner : {};
  target[name] = next;
  place(next, rest, value);
}

/** Objects whose names are all numbers are lists. */
function withLists(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      if (!isRecord(value)) return [name, value];
      const inner = withLists(value);
      return [name, Object.keys(inner).every(isIndex) ? Object.values(inner) : inner];
    }),
  );
}

const isIndex = (name: string) => /^\d+$/.test(name);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
