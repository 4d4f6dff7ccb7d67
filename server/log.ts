import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

/**
 * What must never stand in a log line: credentials, tokens, and anything a person wrote. Addresses (query strings) of
 * pages that carry a token are not logged at all, see http/request-log.ts.
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
    redact: {
      paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[redacted]",
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
