import { hashKey } from "@tanstack/react-query";
import { normalizeMailbox } from "#contract/values/email.ts";

type Fields = Record<string, unknown>;

/**
 * What `mine` has changed since `base` stays, everything else is as in `theirs`, down to single fields. In a list, each
 * question and each person is a field of its own, and so is their order.
 */
export function mergeChanges<Content>(base: Content, theirs: Content, mine: Content): Content;
export function mergeChanges(base: unknown, theirs: unknown, mine: unknown): unknown {
  if (isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  if (isList(base) && isList(theirs) && isList(mine)) return mergeLists(base, theirs, mine);
  if (!isFields(base) || !isFields(theirs) || !isFields(mine)) return mine;
  const names = Object.keys({ ...theirs, ...mine });
  const merged = names.map((name) => [name, mergeChanges(base[name], theirs[name], mine[name])]);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/** Whether two values are stored as the same JSON, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || hashKey([one]) === hashKey([other]);
}

type Item = { id: string; item: Fields };

function mergeLists(base: unknown[], theirs: unknown[], mine: unknown[]): unknown {
  const [before, ours, own] = [identify(base), identify(theirs), identify(mine)];
  // Without identities, the list is one field.
  if (before === undefined || ours === undefined || own === undefined) return mine;
  const ids = (items: Map<string, Fields>) => [...items.keys()];
  const [first, second] = isSame(ids(own), ids(before)) ? [ours, own] : [own, ours];
  return [...new Set([...ids(first), ...ids(second)])].flatMap((id) => {
    const merged = mergeChanges(before.get(id), ours.get(id), own.get(id));
    return merged === undefined ? [] : [merged];
  });
}

function identify(list: unknown[]): Map<string, Fields> | undefined {
  const items = list.map((item): Item | undefined => {
    if (!isFields(item)) return undefined;
    if (typeof item.key === "string") return { id: item.key, item };
    return typeof item.email === "string" ? { id: normalizeMailbox(item.email), item } : undefined;
  });
  if (!items.every((item) => item !== undefined)) return undefined;
  return new Map(items.map(({ id, item }) => [id, item]));
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
