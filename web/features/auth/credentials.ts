import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { emailAddress } from "#contract/values/text.ts";

export const emailField = emailAddress("Invalid email address");

/** A password, whose length counts in whole characters, as on the server. */
export const passwordField = z
  .string()
  .refine(
    (password) => Array.from(password).length >= limits.passwordCharactersMin,
    `Password must be at least ${limits.passwordCharactersMin} characters`,
  )
  .refine(
    (password) => password.length <= limits.passwordCharactersMax,
    `Password must be at most ${limits.passwordCharactersMax} characters`,
  );

/** The six digits from an email or an authenticator; people type spaces between them. */
export const codeSchema = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ""))
    .refine((code) => /^\d{6}$/.test(code), "Please enter the 6 digits"),
});

/** A recovery code; the server ignores case, spaces and hyphens. */
export const recoveryCodeSchema = z.object({
  code: z.string().trim().min(1, "Please enter a recovery code").max(64, "This code is too long"),
});

export const credentialsSchema = z.object({ email: emailField, password: passwordField });

export type CredentialsMode = "sign_in" | "sign_up";
