import type { EmailedLinkPageModel, EmailedLinkPurpose, EmailedLinkType } from "#contract/pages.ts";
import { paths, verifyPath } from "#contract/paths.ts";
import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

interface PageTexts {
  sentence: string;
  button(address: string): string;
  hint(askedByAccount: boolean): string;
}

const textsByPurpose: Record<EmailedLinkPurpose, PageTexts> = {
  signup: {
    sentence: "Is this your address?",
    button: (address) => `Confirm ${address}`,
    hint: (askedByAccount) =>
      `${
        askedByAccount
          ? "If you open this link in the browser where you signed up or requested this email, you usually stay signed in."
          : "Anyone who knows this address can request this email. In a browser that is signed in to the account, you stay signed in."
      } In any other browser, you have to choose a new password, you are signed out everywhere else, and waiting invitations are not sent automatically. If you did not sign up, close this page.`,
  },
  recovery: {
    sentence: "Choose a new password?",
    button: (address) => `Choose a password for ${address}`,
    hint: () =>
      "Once you are signed in, your old password and passkeys no longer work, and you are signed out everywhere else. If you did not request this, close this page: your password will not change.",
  },
  email_change_new: {
    sentence: "Change your account's email address?",
    button: (address) => `Change it to ${address}`,
    hint: () =>
      "Select the button only if you requested it yourself. Otherwise someone else's account gets your address, and they stay signed in to it.",
  },
  magiclink: {
    sentence: "Sign in?",
    button: (address) => `Sign in as ${address}`,
    hint: () =>
      "This works only in the browser where you asked for the link. In another browser, type the email's code on the page where you asked. If you did not ask for it, close this page: no one is signed in.",
  },
  magiclink_unproven: {
    sentence: "Sign in?",
    button: (address) => `Sign in as ${address}`,
    hint: () =>
      "This also confirms your address, for the first time. Someone else could have created the account, so everyone else is signed out, its password is removed, and waiting invitations are not sent automatically. It works only in the browser where you asked for the link. If you did not ask for it, close this page.",
  },
  magiclink_new: {
    sentence: "Create your account?",
    button: (address) => `Create an account for ${address}`,
    hint: () =>
      "This works only in the browser where you asked for the link. In another browser, type the email's code on the page where you asked. If you did not ask for it, close this page: no account is created.",
  },
  not_me: {
    sentence: "Sign everyone out?",
    button: (address) => `Sign everyone out of ${address}`,
    hint: () =>
      "Select the button if it was not you who signed in. You will be signed out too, and your password, passkeys and connected accounts will stop working. You then choose a new password by email. Your second steps stay. If it was you, close this page.",
  },
  email_change_old: {
    sentence: "Change your account's email address?",
    button: (address) => `Change it to ${address}`,
    hint: () =>
      "If you did not request this, close this page and choose a new password: someone else may be signed in as you.",
  },
};

type Help = { line: string; label: string; href: string };

const askAgain = `${paths.auth}?mode=recovery`;

const help: Record<EmailedLinkType, Help> = {
  magiclink: {
    line: "If you have several links, each works until one of them is used or it expires. The newest email's code works too.",
    label: "Request a new email",
    href: `${paths.auth}?mode=link`,
  },
  not_me: {
    line: "It works once, for 7 days. To sign everyone out of your account, choose a new password.",
    label: "Choose a new password",
    href: askAgain,
  },
  signup: {
    line: "If your address is already confirmed, just sign in. If it isn't, choosing a new password also confirms it.",
    label: "Sign in",
    href: paths.auth,
  },
  recovery: {
    line: "Of several links, each works until one is used or it expires.",
    label: "Request a new email",
    href: askAgain,
  },
  email_change: {
    line: "In settings you can see your current address and send the emails again.",
    label: "Go to settings",
    href: paths.settings,
  },
};

/** Opening it does nothing, because email programs and scanners open links on their own. It needs no script. */
export function EmailedLinkPage(model: EmailedLinkPageModel) {
  if (model.state === "dead") return <DeadLink type={model.type} />;
  const { sentence, button, hint } = textsByPurpose[model.purpose];
  return (
    <EmptyState art={<EnvelopeArt />} as="h1" sentence={sentence}>
      <form className="wrap-anywhere" method="post" action={verifyPath}>
        {Object.entries(model.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" kind="primary">
          {button(model.address)}
        </Button>
      </form>
      <p className="ink-2 reading balanced">{hint(model.asked_by_account)}</p>
    </EmptyState>
  );
}

function DeadLink({ type }: { type: keyof typeof help | undefined }) {
  const { line, label, href } = help[type ?? "signup"];
  return (
    <EmptyState
      art={<BrokenLineArt />}
      as="h1"
      sentence="This link can't be used"
      line="It has already been used, has expired, or was not copied in full."
    >
      <a className={buttonClass("primary")} href={href}>
        {label}
      </a>
      <p className="ink-2 reading balanced">{line}</p>
    </EmptyState>
  );
}
