import { formatCount } from "#web/ui/text/format-count.ts";

export function fullName(person: { first_name: string; last_name?: string | null }): string {
  return [person.first_name, person.last_name].filter(Boolean).join(" ");
}

export function formatPeopleCount(count: number): string {
  return formatCount(count, "person", "people");
}
