import { type CaptchaProvider, captchaMetaName, captchaProviders } from "#contract/auth/captcha.ts";

/** What the server's document says about its captcha: `elsewhere` when this one may not load it. */
export type CaptchaOnPage = { provider: CaptchaProvider; siteKey: string } | "elsewhere";

export interface CaptchaApi {
  render(
    container: HTMLElement,
    options: {
      sitekey: string;
      theme: "light" | "dark";
      callback: (token: string) => void;
      "expired-callback": () => void;
      "error-callback": () => void;
    },
  ): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

const readyName = "paralineCaptchaReady";
const scripts: Record<CaptchaProvider, string> = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
  hcaptcha: "https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off",
};

let loading: Promise<CaptchaApi> | undefined;

export function readCaptcha(): CaptchaOnPage | undefined {
  const meta = document.querySelector(`meta[name="${captchaMetaName}"]`);
  if (meta === null) return undefined;
  const [name, siteKey] = (meta.getAttribute("content") ?? "").split(" ");
  const provider = captchaProviders.find((known) => known === name);
  return provider && siteKey ? { provider, siteKey } : "elsewhere";
}

/** Loads the provider's script, once for the document; again after a failure. */
export function loadCaptcha(provider: CaptchaProvider): Promise<CaptchaApi> {
  loading ??= new Promise<CaptchaApi>((resolve, reject) => {
    const script = document.createElement("script");
    const global = window as unknown as Record<string, unknown>;
    global[readyName] = () => resolve(global[provider] as CaptchaApi);
    script.src = `${scripts[provider]}&onload=${readyName}`;
    script.async = true;
    script.addEventListener("error", () => {
      script.remove();
      loading = undefined;
      reject(new Error("The captcha's script could not be loaded."));
    });
    document.head.append(script);
  });
  return loading;
}

export function isCaptchaLoaded(): boolean {
  return loading !== undefined;
}
