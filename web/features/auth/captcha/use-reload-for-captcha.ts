import { useEffect } from "react";
import { isCaptchaLoaded, readCaptcha } from "./captcha-script.ts";

/**
 * Restricts the captcha's script to /auth. The document is loaded anew when /auth opens without a policy that allows
 * the script, and when /auth is left while the script runs, since it could read everything that is shown afterwards.
 */
export function useReloadForCaptcha(): void {
  useEffect(() => {
    if (readCaptcha() === "elsewhere") location.reload();
    return () => {
      if (isCaptchaLoaded()) location.reload();
    };
  }, []);
}
