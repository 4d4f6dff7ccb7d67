import { formatCount } from "#web/ui/text/format-count.ts";

/** "Ana Lima", or "Ana" if no last name is known. */
export function fullName(person: { first_name: string; last_name?: string | null }): string {
  return [person.first_name, person.last_name].filter(Boolean).join(" ");
}

export function formatPeopleCount(count: number): string {
  return formatCount(count, "person", "people");
}
