/** Whose widget shows that a person fills in a form. */
export const captchaProviders = ["turnstile", "hcaptcha"] as const;

export type CaptchaProvider = (typeof captchaProviders)[number];

/**
 * The element of the app's document that names the captcha of this server, if it has one: provider and site key on a
 * document whose policy lets the widget load, and nothing on every other.
 */
export const captchaMetaName = "paraline-captcha";
