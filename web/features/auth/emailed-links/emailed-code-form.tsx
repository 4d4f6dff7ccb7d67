import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { SignUpMode } from "#contract/config.ts";
import {
  resendConfirmation,
  type Session,
  sendRecovery,
  sendSignInLink,
  verifyAddressCode,
  verifyRecoveryEmailCode,
  verifySignInCode,
} from "#web/client/auth/auth.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CodeField } from "#web/ui/fields/code-field.tsx";
import { SendAgainButton } from "#web/ui/toasts/send-again-button.tsx";
import { AuthHeading } from "../auth-heading.tsx";
import { authMessage } from "../auth-message.ts";
import { useCaptcha } from "../captcha/use-captcha.tsx";
import { codeSchema } from "../credentials.ts";
import { SubmitButton } from "../submit-buttons.tsx";
import { createSubmit, showRequestError } from "../validation-toast.ts";

interface Purpose {
  hint: string;
  verify: (email: string, code: string) => Promise<Session>;
  sendAgain: (email: string, onward: string, captchaToken: string | undefined) => Promise<void>;
  about: (signUp: SignUpMode) => [before: string, after: string];
}

const purposes = {
  confirm_address: {
    hint: "6 digits, from the email. After entering the code, you choose your password again.",
    verify: verifyAddressCode,
    sendAgain: resendConfirmation,
    about: (signUp) =>
      signUp === "invited"
        ? [
            "If ",
            " was invited, an email is on its way. Follow its link in this browser to confirm your address, and you are in.",
          ]
        : [
            "We sent a link to ",
            ". Follow it in this browser to confirm your address, and you are in.",
          ],
  },
  recovery: {
    hint: "6 digits, from the email",
    verify: verifyRecoveryEmailCode,
    sendAgain: sendRecovery,
    about: () => [
      "If ",
      " has an account, an email is on its way. Follow its link, or type its code here.",
    ],
  },
  sign_in: {
    hint: "6 digits, from the email",
    verify: verifySignInCode,
    sendAgain: sendSignInLink,
    about: (signUp) =>
      signUp === "open"
        ? ["We sent an email to ", ". Follow its link in this browser, or type its code here."]
        : [
            "If ",
            " may sign in here, an email is on its way. Follow its link in this browser, or type its code here.",
          ],
  },
} satisfies Record<string, Purpose>;

/** "Check your email": takes the six digits from an email, for people whose link opens in another browser. */
export function EmailedCodeForm({
  purpose,
  signUp,
  email,
  onward,
  onVerified,
  onBack,
}: {
  purpose: keyof typeof purposes;
  /** Who may have an account here: the address may have none. */
  signUp: SignUpMode;
  email: string;
  onward: string;
  onVerified: (session: Session) => void;
  onBack: () => void;
}) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const captcha = useCaptcha();
  const { hint, verify, sendAgain, about }: Purpose = purposes[purpose];
  const [before, after] = about(signUp);

  const submit = createSubmit(
    form,
    async ({ code }) => onVerified(await verify(email, code)),
    (error) => showRequestError(form, "code", error),
  );

  return (
    <>
      <AuthHeading title="Check your email">
        {before}
        <span className="strong wrap-anywhere">{email}</span>
        {after}
      </AuthHeading>
      <form className="stack g6" noValidate onSubmit={submit}>
        <CodeField hint={hint} error={errors.code?.message} {...form.register("code")} />
        <SubmitButton busy={isSubmitting}>Continue</SubmitButton>
      </form>
      {captcha.widget}
      <div className="stack start">
        <SendAgainButton
          kind="quiet"
          className="btn-flush btn-underlined"
          sentTo={email}
          send={() => captcha.spend((token) => sendAgain(email, onward, token))}
          formatError={authMessage}
        >
          Send it again
        </SendAgainButton>
        <Button kind="quiet" className="btn-flush btn-underlined" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </>
  );
}
