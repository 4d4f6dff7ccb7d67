/** The providers whose widget shows that a person fills in a form. */
export const captchaProviders = ["turnstile", "hcaptcha"] as const;

export type CaptchaProvider = (typeof captchaProviders)[number];

/**
 * The element of the app's document that names the captcha of this server, if it has one. It has the provider and the
 * site key on a document whose policy lets the widget load, and is absent from every other document.
 */
export const captchaMetaName = "paraline-captcha";
