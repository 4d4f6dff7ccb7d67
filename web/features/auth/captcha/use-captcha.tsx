import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { type CaptchaApi, isCaptchaLoaded, loadCaptcha, readCaptcha } from "./captcha-script.ts";

interface Captcha {
  widget: ReactNode;
  /** The token is valid for one call. @throws Error with a sentence for people, while there is no token */
  spend<Result>(call: (token: string | undefined) => Promise<Result>): Promise<Result>;
}

type Shown = { api: CaptchaApi; id: string };

export function useCaptcha(): Captcha {
  const [captcha] = useState(readCaptcha);
  const token = useRef<string>(undefined);
  const shown = useRef<Shown>(undefined);
  const [failed, setFailed] = useState(false);
  const [isMissing, setMissing] = useState(false);

  const take = useCallback((next: string | undefined) => {
    token.current = next;
    if (next !== undefined) setMissing(false);
  }, []);

  if (captcha === undefined || captcha === "elsewhere") {
    return { widget: null, spend: (call) => call(undefined) };
  }
  return {
    widget: (
      <CaptchaWidget
        captcha={captcha}
        shown={shown}
        isMissing={isMissing}
        failed={failed}
        onToken={take}
        onFailed={setFailed}
      />
    ),
    async spend(call) {
      const present = token.current;
      if (present === undefined) {
        setMissing(true);
        throw Object.assign(new Error(failed ? notLoaded : notPassed), { code: "captcha_missing" });
      }
      token.current = undefined;
      try {
        return await call(present);
      } finally {
        shown.current?.api.reset(shown.current.id);
      }
    },
  };
}

const notPassed = "Please complete the check that you are not a robot.";
const notLoaded =
  "The check that you are not a robot could not be loaded. Allow it in your browser, then try again.";

function CaptchaWidget({
  captcha: { provider, siteKey },
  shown,
  isMissing,
  failed,
  onToken,
  onFailed,
}: {
  captcha: Exclude<ReturnType<typeof readCaptcha>, "elsewhere" | undefined>;
  shown: { current: Shown | undefined };
  isMissing: boolean;
  failed: boolean;
  onToken: (token: string | undefined) => void;
  onFailed: (failed: boolean) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads it again
  useEffect(() => {
    let isGone = false;
    loadCaptcha(provider).then(
      (api) => {
        if (isGone || container.current === null) return;
        const id = api.render(container.current, {
          sitekey: siteKey,
          theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
          callback: onToken,
          "expired-callback": () => onToken(undefined),
          "error-callback": () => onToken(undefined),
        });
        shown.current = { api, id };
      },
      () => {
        if (!isGone) onFailed(true);
      },
    );
    return () => {
      isGone = true;
      onToken(undefined);
      shown.current?.api.remove(shown.current.id);
      shown.current = undefined;
    };
  }, [provider, siteKey, attempt]);

  return (
    <fieldset className="stack g2 captcha-check">
      <legend className="field-label">Check that you are not a robot</legend>
      <div className="captcha" ref={container} hidden={failed} />
      {failed ? (
        <>
          <FieldError>{notLoaded}</FieldError>
          <Button
            kind="quiet"
            className="btn-flush btn-start btn-underlined"
            onClick={() => {
              onFailed(false);
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </Button>
        </>
      ) : (
        isMissing && <FieldError>{notPassed}</FieldError>
      )}
    </fieldset>
  );
}

/** Its script could read everything that the document shows, so /auth is a document of its own. */
export function useReloadForCaptcha(): void {
  useEffect(() => {
    if (readCaptcha() === "elsewhere") location.reload();
    return () => {
      if (isCaptchaLoaded()) location.reload();
    };
  }, []);
}
