/**
 * What a part of a path must look like to be logged: small words, as in the names of our pages and files. A token cut into
 * short pieces would pass for names one by one, but half of its letters are capitals and digits.
 */
const pathName = /^(?:\.?[a-z]+\d?(?:[._-][a-z]+\d?)*)?(?=$|%3[fF])/;
/** A file of some version's build: its name and a hash of 8 letters, too few to open anything. */
const builtFile = /^\/assets\/[a-z-]{1,30}-[\w-]{1,8}\.[a-z]{2,5}2?$/;
/** As long as a token, whatever its characters. */
const longRun = /[\w-]{20,}/g;
const loggedCharacters = 200;

/**
 * A path as it is logged, known or not. A mail program may have turned the `?` of a private link into a part of the path,
 * and people type addresses themselves, so everything but names of pages and files is left out, ids of rows included.
 */
export function pathForLog(path: string): string {
  if (builtFile.test(path)) return path;
  const [, page = ""] = path.split("/");
  const parts = path.split("/").map((part, index) => {
    // Below an invitee's page there are no addresses: anything there is a token, whole or in pieces.
    if (index > 1 && /^(?:invite|feedback)/i.test(page) && part !== "") return "[redacted]";
    const name = pathName.exec(part)?.[0];
    if (name === undefined) return "[redacted]";
    return `${name.replace(longRun, "[redacted]")}${name === part ? "" : "[redacted]"}`;
  });
  return parts.join("/").slice(0, loggedCharacters);
}
