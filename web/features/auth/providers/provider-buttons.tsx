import { useEffect, useState } from "react";
import type { SignInProvider } from "#web/client/auth/auth-settings.ts";
import { signInAt } from "#web/client/auth/sign-in-providers.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { notifyError } from "#web/ui/toasts/toast.ts";
import { authMessage } from "../auth-message.ts";
import { useAuthSettings } from "../hooks.ts";
import { ProviderMark } from "./provider-mark.tsx";

export function ProviderButtons({ onward }: { onward: string }) {
  const settings = useAuthSettings();
  const [leaving, setLeaving] = useState<string>();

  // After the browser's Back button, the page is as it was left, so the button must not stay busy.
  useEffect(() => {
    const forgetProvider = () => setLeaving(undefined);
    addEventListener("pageshow", forgetProvider);
    return () => removeEventListener("pageshow", forgetProvider);
  }, []);

  // If the server does not answer, people can still sign in with their password.
  const providers = settings.data?.providers ?? [];
  if (providers.length === 0) return null;

  function leave(provider: SignInProvider) {
    setLeaving(provider.id);
    signInAt(provider, onward).catch((error: unknown) => {
      setLeaving(undefined);
      notifyError("Error", authMessage(error));
    });
  }

  return (
    <ul className="stack g3">
      {providers.map((provider) => (
        <li key={provider.id}>
          <Button
            size="field"
            className="btn-block"
            busy={leaving === provider.id}
            onClick={() => leave(provider)}
          >
            <ProviderMark provider={provider.id} />
            Continue with {provider.name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
