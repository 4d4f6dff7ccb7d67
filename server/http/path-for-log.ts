/** What a part of a path may be to stand in the log: a name, and not as long as what opens something. */
const pathName = /^[\w.-]{0,40}(?=$|%3f)/i;
const longRun = /[\w-]{20,}/g;
const loggedCharacters = 200;

/**
 * A path as it is logged, known or not. A mail program may have made a private link's `?` a part of it, and people type
 * addresses of their own, so whatever is no name of a page or a file is left out, ids of rows too.
 */
export function pathForLog(path: string): string {
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
