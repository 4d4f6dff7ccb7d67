import { useEffect } from "react";
import { isCaptchaLoaded, readCaptcha } from "./captcha-script.ts";

/**
 * Keeps the captcha's script to /auth: the document is loaded anew on the way in where its policy does not allow the
 * script, and on the way out where the script runs, since it could read everything that is shown after it.
 */
export function useLeaveWithoutCaptcha(): void {
  useEffect(() => {
    if (readCaptcha() === "elsewhere") location.reload();
    return () => {
      if (isCaptchaLoaded()) location.reload();
    };
  }, []);
}
