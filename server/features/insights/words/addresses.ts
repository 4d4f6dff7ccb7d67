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

/** Seven digits or more, in any script, written like a phone number; years, prices and times have fewer. */
const phones =
  /(?<![\p{L}\p{Nd}])(?!(?:19|20)\d\d\s?[\p{Pd}/]\s?(?:19|20)\d\d(?!\p{Nd}))[+＋]?\p{Nd}(?:[\s()./\p{Pd}]{0,3}\p{Nd}){6,14}(?![\p{L}\p{Nd}])/gu;

const links = new RegExp(
  [
    String.raw`(?<!\p{L})(?:https?:\/\/|www\.)\S*[\p{L}\p{M}\p{Nd}/]|`,
    String.raw`(?<![\p{L}\p{Nd}.-])[\p{L}\p{Nd}-]+(?:\.[\p{L}\p{Nd}-]+)*\.(?:(?:com|org|net|io|ly|me|co|eu|de|uk|app|dev|`,
    String.raw`info|example)(?![\p{L}\p{Nd}])(?:\/\S*[\p{L}\p{M}\p{Nd}/]|\/)?|\p{L}{2,}\/\S*[\p{L}\p{M}\p{Nd}/])`,
  ].join(""),
  "giu",
);

const handles = /(?<![\p{L}\p{Nd}])[@＠][\p{L}\p{M}\p{Nd}_]+(?:[.-]+[\p{L}\p{M}\p{Nd}_]+)*/gu;

/** Replaces addresses, links, handles and phone numbers by a mark. */
export const replaceAddresses = (text: string, mark: string) =>
  [emails, links, handles, phones].reduce((left, found) => left.replace(found, mark), text);
