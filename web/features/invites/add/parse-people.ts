/** A person found in pasted text. What the text did not contain is empty. */
export interface PastedPerson {
  first_name: string;
  last_name: string;
  email: string;
}

interface PastedPeople {
  people: PastedPerson[];
  /** Lines without an address, as pasted. */
  unreadable: string[];
}

interface Columns {
  first_name: number;
  last_name: number;
  name: number;
  email: number;
}

const addressPattern = /[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/;

/**
 * Finds people in pasted text: "Ana Lima <ana@…>", addresses between commas or semicolons, lines of a CSV file or a
 * spreadsheet with or without a header, in any mixture. It does not validate anything: an odd address is returned
 * unchanged.
 */
export function parsePeople(text: string): PastedPeople {
  const people: PastedPerson[] = [];
  const unreadable: string[] = [];
  let columns: Columns | undefined;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const cells = splitCells(line);
    if (cells.every((cell) => cell === "")) continue;
    const found = cells.some((cell) => addressPattern.test(cell));
    if (found) {
      people.push(...(columns === undefined ? peopleOf(cells) : [personOfColumns(cells, columns)]));
      continue;
    }
    const header = people.length === 0 ? readHeader(cells) : undefined;
    if (header === undefined) unreadable.push(line.trim());
    else columns = header;
  }
  return { people, unreadable };
}

/** Whether a pasted text is more than a single address, so that it is worth reading as a list. */
export function looksLikeList(text: string): boolean {
  const { people } = parsePeople(text);
  return people.length > 1 || (people.length === 1 && people[0]?.first_name !== "");
}

/** Suggests a first name from an address, for a person to check: "ana.lima@…" gives "Ana". */
export function guessFirstName(email: string): string {
  const word = (email.split("@")[0] ?? "").split(/[^\p{L}]+/u).find((part) => part.length > 1);
  if (word === undefined) return "";
  return word.charAt(0).toLocaleUpperCase() + word.slice(1).toLocaleLowerCase();
}

/** Splits a line into cells at commas, semicolons and tabs. Quotes and angle brackets keep their contents together. */
function splitCells(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  let bracketed = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === "<") bracketed = true;
    else if (character === ">") bracketed = false;
    if (!quoted && !bracketed && /[,;\t]/.test(character)) {
      cells.push(cell.trim());
      cell = "";
    } else {
      cell += character;
    }
  }
  cells.push(cell.trim());
  return cells;
}

/** Without a header, the text before an address is its name, or the text after the last address if that has none. */
function peopleOf(cells: string[]): PastedPerson[] {
  const people: PastedPerson[] = [];
  let names: string[] = [];
  for (const cell of cells) {
    const email = addressIn(cell);
    if (email === "") {
      if (cell !== "") names.push(cell);
      continue;
    }
    const own = nameIn(cell);
    people.push({ ...nameOf(own === "" ? names : [own]), email });
    names = [];
  }
  const last = people.at(-1);
  if (last !== undefined && last.first_name === "" && names.length > 0) {
    Object.assign(last, nameOf(names));
  }
  return people;
}

function personOfColumns(cells: string[], columns: Columns): PastedPerson {
  const at = (index: number) => unquote(cells[index] ?? "");
  const email = addressIn(at(columns.email)) || addressIn(cells.join(" "));
  const name =
    columns.first_name >= 0
      ? { first_name: at(columns.first_name), last_name: at(columns.last_name) }
      : nameOf([at(columns.name)]);
  return { ...name, email };
}

function readHeader(cells: string[]): Columns | undefined {
  const titles = cells.map((cell) => unquote(cell).toLowerCase());
  const find = (pattern: RegExp) => titles.findIndex((title) => pattern.test(title));
  const email = find(/e-?mail|address/);
  if (email < 0) return undefined;
  return {
    email,
    first_name: find(/first|given/),
    last_name: find(/last|family|surname/),
    name: find(/^(full |display )?name$/),
  };
}

function nameOf(parts: string[]): { first_name: string; last_name: string } {
  const [first = "", ...rest] = parts.map(unquote).filter((part) => part !== "");
  if (rest.length > 0) return { first_name: first, last_name: rest.join(" ") };
  const [last = "", given] = first.split(/\s*,\s*/, 2);
  if (given) return { first_name: given, last_name: last };
  const [word = "", ...others] = first.split(/\s+/);
  return { first_name: word, last_name: others.join(" ") };
}

function addressIn(cell: string): string {
  return (addressPattern.exec(cell)?.[0] ?? "").replace(/^'+|['.]+$/g, "");
}

function nameIn(cell: string): string {
  return unquote(
    cell
      .replace(addressIn(cell), "")
      .replace(/mailto:/gi, "")
      .replace(/[<>()[\]]/g, " ")
      .trim(),
  );
}

function unquote(text: string): string {
  return text
    .trim()
    .replace(/^["']+|["']+$/g, "")
    .replace(/""/g, '"')
    .replace(/\s+/g, " ")
    .trim();
}
