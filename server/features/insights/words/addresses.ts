const label = "[\\p{L}\\p{M}\\p{Nd}-]+";
const local = "[\\p{L}\\p{M}\\p{Nd}._%+'’-]";
const dot =
  "(?:\\s*[([{]\\s*(?:dot|punkt|\\.)\\s*[)\\]}]\\s*|\\s+dot\\s+|\\.(?=\\S)|\\s+\\.\\s*|,(?=\\S))";
const at = "\\s*(?:[@＠]|[([{]\\s*(?:at|ät|@)\\s*[)\\]}])\\s*";

/**
 * Email addresses, also in the forms in which people hide them from machines: "ana (at) people.example", "ana at people
 * dot example".
 */
const emails = new RegExp(
  `[@＠]?(?<!${local})${local}+(?:${at}${label}(?:${dot}${label})+|\\s+at\\s+${label}(?:(?:\\.${label})*\\.\\p{L}{2,}|(?:\\s+dot\\s+${label})+)(?!${local}))`,
  "giu",
);

/** Seven digits or more, or three pairs, written like a phone number; years, prices and times have fewer. */
const phones =
  /(?<![\p{L}\p{Nd}])(?!(?:19|20)\d\d\s?[\p{Pd}/]\s?(?:19|20)\d\d(?!\p{Nd}))[+＋]?\p{Nd}(?:[\s()./\p{Pd}]{0,3}\p{Nd}){6,14}(?![\p{L}\p{Nd}])/gu;
const pairs = /(?<![\p{L}\p{Nd}])\p{Nd}{2}([ \p{Pd}])\p{Nd}{2}\1\p{Nd}{2}(?![\p{L}\p{Nd}])/gu;

const urls = /(?<!\p{L})(?:https?:\/\/|www\.)\S*[\p{L}\p{M}\p{Nd}/]/giu;

/** Whatever looks like a domain, "fromage.fr". A sentence that follows without a space begins with a capital. */
const domains =
  /(?<![\p{L}\p{Nd}.-])(?:[\p{L}\p{Nd}-]+\.)+(?:\p{Ll}{2,}|\p{Lu}{2,})(?![\p{L}\p{Nd}])(?:\/\S*[\p{L}\p{M}\p{Nd}/]|\/)?/gu;

/** "14 Elm Street", "Gartenstraße 3". */
const streets =
  /\p{Nd}+\p{L}?,? (?:\p{Lu}\S+ ){1,2}(?:Street|St|Road|Rd|Avenue|Lane|Drive)(?!\p{L})|\p{Lu}\p{L}+(?:stra(?:ße|sse|at)|gasse|weg) \p{Nd}+/gu;

const handles = /(?<![\p{L}\p{Nd}])[@＠][\p{L}\p{M}\p{Nd}_]+(?:[.-]+[\p{L}\p{M}\p{Nd}_]+)*/gu;

const all = [emails, urls, domains, streets, handles, phones, pairs];

/** Replaces addresses, links, handles and phone numbers by a mark. */
export const replaceAddresses = (text: string, mark: string) =>
  all.reduce((left, found) => left.replace(found, mark), text);
