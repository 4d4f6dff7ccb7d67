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
  // Of a failed statement: its values, and rows in words.
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
    serializers: { err: serializeError },
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

/** An email address, as mail servers repeat it in their refusals. */
const emailAddress = /[\w.!#$%&'*+=?^{|}~-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Errors as pino writes them, with their codes marked for the censor, which sees only the last part of a path. */
function serializeError(error: Error): Record<string, unknown> {
  const written: Record<string, unknown> = Object.fromEntries(
    Object.entries(pino.stdSerializers.err(error)).map(([name, value]) => [
      name,
      // An error about an address repeats it.
      typeof value === "string"
        ? value.replace(tokenInAddress, "$1[redacted]").replace(emailAddress, "[redacted]")
        : value,
    ]),
  );
  if (typeof written.code !== "string") return written;
  const code: ErrorCode = { error_code: written.code };
  return { ...written, code };
}

function censor(value: unknown): unknown {
  return isErrorCode(value) ? value.error_code : "[redacted]";
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "object" && value !== null && "error_code" in value;
}
