import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

/**
 * What must never appear in a log line: credentials, tokens, and anything that a person wrote. Query strings are not
 * logged at all (see http/request-context.ts).
 */
const secrets = [
  "authorization",
  "apikey",
  "cookie",
  "password",
  "access_token",
  "refresh_token",
  "invite_token",
  "token",
  "code",
  "secret",
  "answers",
  "encouragement",
  "email",
  "to_address",
  // These parts of the error of a failed statement are left out: its values, and descriptions of rows.
  "params",
  "parameters",
  "detail",
  "where",
];

/** The product's log: lines of JSON, with a request id if there is one. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    // A reason is what an outside service said about its refusal.
    serializers: {
      err: serializeError,
      reason: (text: unknown) => redactTexts(text, loggedLevels),
    },
    redact: {
      paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** The code of an error (a SQLSTATE, ENOSPC) is what an operator needs. Any other code is a person's secret. */
interface ErrorCode {
  error_code: string;
}

/** A private link's token in an address, however the characters around it were encoded. */
const tokenInAddress = /(token(?:=|%(?:25)*3d|=3d))[^\s"'<>&]+/gi;

/**
 * An email address in any script, as mail servers repeat it in their refusals, with everything that we accept before
 * the
 * @. A match begins only at the beginning of such a run of characters, so that the time stays linear in its length.
 */
const emailAddress =
  /(?<![^\s@"(),:;<>[\]\\\p{C}])[^\s@"(),:;<>[\]\\\p{C}]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+/gu;

/** How deep the values of an error are logged: what an outside service said is one or two levels down. */
const loggedLevels = 4;

/** Errors as pino writes them, with their codes marked for the censor, which sees only the last part of a path. */
function serializeError(error: Error): Record<string, unknown> {
  const written = redactEntries(pino.stdSerializers.err(error), loggedLevels);
  if (typeof written.code !== "string") return written;
  const code: ErrorCode = { error_code: written.code };
  return { ...written, code };
}

function redactEntries(values: object, levels: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, redactTexts(value, levels - 1)]),
  );
}

/** Redacts addresses: an error about an address repeats it in its text and in those of the errors that it contains. */
function redactTexts(value: unknown, levels: number): unknown {
  if (typeof value === "string") {
    return value.replace(tokenInAddress, "$1[redacted]").replace(emailAddress, "[redacted]");
  }
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (levels === 0 || ArrayBuffer.isView(value)) return "[redacted]";
  if (Array.isArray(value)) return value.map((entry) => redactTexts(entry, levels - 1));
  return redactEntries(value, levels);
}

function censor(value: unknown): unknown {
  return isErrorCode(value) ? value.error_code : "[redacted]";
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "object" && value !== null && "error_code" in value;
}
