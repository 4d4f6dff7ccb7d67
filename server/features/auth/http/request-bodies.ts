import { z } from "zod";
import { toLine } from "#contract/values/plain-text.ts";
import { captchaField } from "../captcha/require-captcha.ts";
import { challengeFields } from "./pkce.ts";
import { emailField, metadataField, passwordField, requiredText, text } from "./wire.ts";

// The fields each call may have. Null and absent mean the same; fields not listed here have no effect.

const phoneField = text("phone", 64);
const tokenField = (name: string) => text(name, 512);
const nameTopic = (name: string) => text(name, 120);

export const signUpBody = z.object({
  email: emailField,
  phone: phoneField,
  password: passwordField,
  data: metadataField,
  gotrue_meta_security: captchaField,
  ...challengeFields,
});
export const passwordBody = z.object({
  email: emailField,
  phone: phoneField,
  password: passwordField,
  gotrue_meta_security: captchaField,
});
export const refreshBody = z.object({ refresh_token: requiredText("refresh_token", 512) });
export const pkceBody = z.object({
  auth_code: requiredText("auth_code", 512),
  code_verifier: requiredText("code_verifier", 512),
});
export const idTokenBody = z.object({
  provider: nameTopic("provider"),
  id_token: text("id_token", 16 * 1024),
  nonce: text("nonce", 512),
  link_identity: z
    .boolean("link_identity must be true or false.")
    .nullish()
    .transform((value) => value ?? false),
  current_password: passwordField,
  gotrue_meta_security: captchaField,
});
export const mailBody = z.object({
  email: emailField,
  phone: phoneField,
  gotrue_meta_security: captchaField,
  ...challengeFields,
});
export const otpBody = mailBody.extend({
  create_user: z.boolean("create_user must be true or false.").nullish(),
  data: metadataField,
});
export const resendBody = mailBody.extend({ type: text("type", 32) });
export const verifyBody = z.object({
  type: text("type", 32),
  token: tokenField("token"),
  token_hash: tokenField("token_hash"),
  email: emailField,
  phone: phoneField,
});
export const userBody = z.object({
  email: emailField,
  password: passwordField,
  current_password: passwordField,
  nonce: text("nonce", 64),
  data: metadataField,
  ...challengeFields,
});
export const factorBody = z.object({
  factor_type: text("factor_type", 32),
  friendly_name: nameTopic("friendly_name").transform((name) => name && toLine(name)),
  issuer: nameTopic("issuer"),
  phone: phoneField,
  current_password: passwordField,
});
/** The body of changes that need at most the current password. */
export const currentPasswordBody = z.object({ current_password: passwordField });
export const createRecoveryCodesBody = z.object({
  friendly_name: nameTopic("friendly_name").transform((name) => name && toLine(name)),
  current_password: passwordField,
});
export const recoveryCodeBody = z.object({ code: text("code", 64) });
/** The channel is the one by which a phone gets its code. */
export const challengeBody = z.object({ channel: text("channel", 32) });
export const factorResponseBody = z.object({
  challenge_id: requiredText("challenge_id", 64),
  code: text("code", 64),
  /** This field is read by the type of second step to which it belongs. */
  webauthn: z
    .record(z.string(), z.unknown(), "webauthn must be an object.")
    .nullish()
    .transform((value) => value ?? undefined),
});
export const passkeyAnswerBody = z.object({
  challenge_id: requiredText("challenge_id", 64),
  credential: z.record(z.string(), z.unknown(), "credential must be an object."),
});
export const passkeyNameBody = z.object({
  friendly_name: requiredText("friendly_name", 120)
    .transform((name) => toLine(name))
    .refine((name) => name !== "", "friendly_name is required."),
});
