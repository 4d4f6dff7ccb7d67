import { decodeWords } from "postal-mime";
import { normalizeEmail } from "#contract/values/email.ts";
import { toLine } from "#contract/values/plain-text.ts";

/** A person found in pasted text. What the text did not contain is empty. */
export interface PastedPerson {
  first_name: string;
  last_name: string;
  email: string;
}

interface PastedPeople {
  people: PastedPerson[];
  unreadable: string[];
}

interface Columns {
  first_name: number;
  last_name: number;
  name: number;
  email: number;
}

const addressPattern = /[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/g;
/** A word in front of a name or an address that says what it is, as in the head of an email. */
const namesField =
  /^(?:name|(?:e-?)?mail(?:to|-adresse)?|address|to|cc|bcc|from|an|von|de|para|à):$/i;
const fullWidthMarks = /[＠＜＞（），；：＂]/g;

/** From addresses, lists, CSV and spreadsheets in any mixture. Normalizes addresses without validating them. */
export function parsePeople(text: string): PastedPeople {
  const people: PastedPerson[] = [];
  const unreadable: string[] = [];
  let columns: Columns | undefined;
  for (const line of toPlainMarks(text).split(/\r\n|\r|\n/)) {
    const cells = splitCells(line);
    if (cells.every((cell) => cell === "")) continue;
    if (cells.some((cell) => addressIn(cell) !== "")) {
      people.push(
        ...(columns === undefined ? parseCells(cells) : [personOfColumns(cells, columns)]),
      );
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
function parseCells(cells: string[]): PastedPerson[] {
  const people: PastedPerson[] = [];
  let names: string[] = [];
  for (const cell of cells.flatMap(splitCell)) {
    const email = addressIn(cell);
    const own = nameIn(cell);
    if (email === "") {
      names.push(own);
      continue;
    }
    people.push({ ...splitName(own === "" ? names : [own]), email });
    names = [];
  }
  const last = people.at(-1);
  if (last !== undefined && last.first_name === "" && names.length > 0) {
    Object.assign(last, splitName(names));
  }
  return people;
}

function personOfColumns(cells: string[], columns: Columns): PastedPerson {
  const at = (index: number) => unquote(cells[index] ?? "");
  const email = addressIn(at(columns.email)) || addressIn(cells.join(" "));
  const name =
    columns.first_name >= 0
      ? { first_name: at(columns.first_name), last_name: at(columns.last_name) }
      : splitName([at(columns.name)]);
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

function splitName(parts: string[]): { first_name: string; last_name: string } {
  const [first = "", ...rest] = parts.map(unquote).filter((part) => part !== "");
  if (rest.length > 0) return { first_name: first, last_name: rest.join(" ") };
  const [last = "", given] = first.split(/\s*,\s*/, 2);
  if (given) return { first_name: given, last_name: last };
  const [word = "", ...others] = first.split(/\s+/);
  return { first_name: word, last_name: others.join(" ") };
}

function toPlainMarks(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replace(fullWidthMarks, (mark) => String.fromCharCode(mark.charCodeAt(0) - 0xfee0));
}

/** A cell with several addresses, between spaces, is cut after each of them. */
function splitCell(cell: string): string[] {
  const found = [...cell.matchAll(addressPattern)];
  if (new Set(found.map(([address]) => normalizeEmail(address))).size < 2) return [cell];
  let start = 0;
  return found.map(({ 0: address, index }) => {
    const end = index + address.length;
    const piece = cell.slice(start, end);
    start = end;
    return piece;
  });
}

function addressIn(cell: string): string {
  return normalizeEmail(cell.match(addressPattern)?.[0] ?? "");
}

/** The words beside an address. What has no letter is a bullet, a number or a full stop. */
function nameIn(cell: string): string {
  const words = unquote(cell.replace(addressPattern, " ").replace(/[<>()[\]]/g, " ")).split(" ");
  return words
    .filter((word) => /\p{L}/u.test(word) && !namesField.test(word))
    .join(" ")
    .replace(/:$/, "");
}

function unquote(text: string): string {
  return toLine(decodeWords(text))
    .replace(/^["']+|["']+$/g, "")
    .replace(/""/g, '"')
    .replace(/\s+/g, " ")
    .trim();
}
