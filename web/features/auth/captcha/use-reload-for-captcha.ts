import { useEffect } from "react";
import { isCaptchaLoaded, readCaptcha } from "./captcha-script.ts";

/**
 * Keeps the captcha's script to /auth: the document is loaded anew when /auth opens without a policy that allows the
 * script, and when /auth is left while the script runs, which could read everything that is shown after it.
 */
export function useReloadForCaptcha(): void {
  useEffect(() => {
    if (readCaptcha() === "elsewhere") location.reload();
    return () => {
      if (isCaptchaLoaded()) location.reload();
    };
  }, []);
}
