import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

/**
 * What must never appear in a log line: credentials, tokens, and anything a person wrote. Query strings of
 * pages that carry a token are not logged at all, see http/request-context.ts.
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
  // The parts of a failed statement's error that are left out: its values, and rows in words.
  "params",
  "parameters",
  "detail",
  "where",
];

/** The product's log: JSON lines with a request id where there is one. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    // A reason is what an outside service said of its refusal.
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

/** The code of an error (a SQLSTATE, ENOSPC) is what an operator needs; any other code is a person's secret. */
interface ErrorCode {
  error_code: string;
}

/** A private link's token in an address, whatever has become of the signs around it. */
const tokenInAddress = /(token(?:=|%(?:25)*3d|=3d))[^\s"'<>&]+/gi;

/**
 * An email address of any script, as mail servers repeat it in their refusals: before the @, all that we accept
 * there. A match begins only where such a run begins, so that a long one costs no more than its length.
 */
const emailAddress =
  /(?<![^\s@"(),:;<>[\]\\\p{C}])[^\s@"(),:;<>[\]\\\p{C}]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+/gu;

/** How deep an error's own values are logged: what an outside service said is a level or two down. */
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

/** An error about an address repeats it, in its own words and in those of the errors that it holds. */
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
