import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const open = () => import("./captcha-script.ts");
const sources = () => [...document.head.querySelectorAll("script")].map(({ src }) => src);
/** What each provider's script does once it has run. */
const announce = () =>
  (window as unknown as { paralineCaptchaReady(): void }).paralineCaptchaReady();

beforeEach(() => void vi.resetModules());
afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

describe.each([
  ["turnstile", "https://challenges.cloudflare.com/turnstile/v0/api.js"],
  ["hcaptcha", "https://js.hcaptcha.com/1/api.js"],
] as const)("the script of %s", (provider, address) => {
  test("is loaded once, from the provider, and provides its functions", async () => {
    const { loadCaptcha, isCaptchaLoaded } = await open();
    expect(isCaptchaLoaded()).toBe(false);
    const api = { render: vi.fn(), reset: vi.fn(), remove: vi.fn() };
    vi.stubGlobal(provider, api);
    const loading = [loadCaptcha(provider), loadCaptcha(provider)];
    const [source = "", ...others] = sources();
    expect(others).toEqual([]);
    expect(source.split("?")[0]).toBe(address);
    const { searchParams } = new URL(source);
    expect(searchParams.get("onload")).toBe("paralineCaptchaReady");
    expect(searchParams.get("render")).toBe("explicit");
    announce();
    expect(await Promise.all(loading)).toEqual([api, api]);
  });

  test("is requested again after it could not be loaded", async () => {
    const { loadCaptcha } = await open();
    const first = loadCaptcha(provider);
    document.head.querySelector("script")?.dispatchEvent(new Event("error"));
    await expect(first).rejects.toThrow("could not be loaded");
    expect(sources()).toEqual([]);
    vi.stubGlobal(provider, {});
    const second = loadCaptcha(provider);
    announce();
    await second;
    expect(sources()).toHaveLength(1);
  });

  test("is allowed on a page whose document names it with a site key", async () => {
    const { readCaptcha } = await open();
    expect(readCaptcha()).toBeUndefined();
    const meta = document.createElement("meta");
    meta.name = "paraline-captcha";
    document.head.append(meta);
    expect(readCaptcha()).toBe("elsewhere");
    meta.content = `${provider} site-key`;
    expect(readCaptcha()).toEqual({ provider, siteKey: "site-key" });
  });
});
