/**
 * What a part of a path must look like to be logged: lower-case words, as in the names of our pages and files. Short
 * pieces of a token could look like names, but half of its characters are capitals and digits.
 */
const pathName = /^(?:\.?[a-z]+\d?(?:[._-][a-z]+\d?)*)?(?=$|%3[fF])/;
/** A file of the build of some version: its name and a hash of 8 characters, too few to be a token. */
const builtFile = /^\/assets\/[a-z-]{1,30}-[\w-]{1,8}\.[a-z]{2,5}2?$/;
/** Text at least as long as a token, whatever its characters. */
const longRun = /[\w-]{20,}/g;
const loggedCharacters = 200;

/**
 * Mail programs may turn the `?` of a private link into a part of the path, and people type addresses, so everything
 * except names of pages and files is left out, even ids of rows.
 */
export function pathForLog(path: string): string {
  if (builtFile.test(path)) return path;
  const [, page = ""] = path.split("/");
  const parts = path.split("/").map((part, index) => {
    // There are no addresses below an invitee's page: anything there is a token, whole or in pieces.
    if (index > 1 && /^(?:invite|feedback)/i.test(page) && part !== "") return "[redacted]";
    const name = pathName.exec(part)?.[0];
    if (name === undefined) return "[redacted]";
    return `${name.replace(longRun, "[redacted]")}${name === part ? "" : "[redacted]"}`;
  });
  return parts.join("/").slice(0, loggedCharacters);
}
