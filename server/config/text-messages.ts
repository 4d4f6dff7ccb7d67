import { z } from "zod";
import {
  requireTogether,
  type Settings,
  type SettingsErrorReporter,
  type SettingsValues,
} from "./settings.ts";

export interface SmsSettings {
  url: string;
  account: string;
  token: string;
  from: string;
}

export const textSettings = {
  AUTH_SMS_URL: {
    schema: z
      .url({ protocol: /^https?$/, error: "must be an address like https://api.twilio.com" })
      .optional(),
    default:
      "phones are offered as second steps only on loopback, and their texts kept in the outbox",
    doc: "Where texts with codes are sent: the origin of Twilio's API, or the full address of a service that accepts the same form.",
  },
  AUTH_SMS_ACCOUNT: {
    schema: z.string().min(1).optional(),
    default: "none",
    doc: "Account at the provider of AUTH_SMS_URL.",
  },
  AUTH_SMS_TOKEN: {
    schema: z.string().min(1).optional(),
    default: "none",
    doc: "Token of that account.",
  },
  AUTH_SMS_FROM: {
    schema: z.string().min(1).optional(),
    default: "none",
    doc: "Number or name that texts come from, or the id of a messaging service (MG…).",
  },
} as const satisfies Settings;

export function chooseTexts(
  {
    AUTH_SMS_URL,
    AUTH_SMS_ACCOUNT,
    AUTH_SMS_TOKEN,
    AUTH_SMS_FROM,
  }: SettingsValues<typeof textSettings>,
  { onLoopback, reportError }: { onLoopback: boolean; reportError: SettingsErrorReporter },
): SmsSettings | undefined {
  const given = { AUTH_SMS_URL, AUTH_SMS_ACCOUNT, AUTH_SMS_TOKEN, AUTH_SMS_FROM };
  requireTogether(given, reportError);
  if (AUTH_SMS_URL === undefined) return undefined;
  if (new URL(AUTH_SMS_URL).protocol !== "https:" && !onLoopback) {
    reportError(["AUTH_SMS_URL"], "AUTH_SMS_URL must start with https://");
  }
  return {
    url: AUTH_SMS_URL,
    account: AUTH_SMS_ACCOUNT ?? "",
    token: AUTH_SMS_TOKEN ?? "",
    from: AUTH_SMS_FROM ?? "",
  };
}
