import type { ReactNode } from "react";
import { EmailLayout } from "#server/mail/email-layout.tsx";
import {
  EmailButton,
  EmailCode,
  EmailFacts,
  EmailHeading,
  EmailHint,
  EmailLink,
  EmailText,
} from "#server/mail/email-parts.tsx";
import { type RenderedMail, renderMail } from "#server/mail/render-mail.ts";

export type Proof = { link: string; code: string };

function AccountEmail({
  preview,
  heading,
  public_url,
  children,
}: {
  preview: string;
  heading: string;
  public_url: string;
  children: ReactNode;
}) {
  return (
    <EmailLayout
      preview={preview}
      footer={
        <>
          This mail is about your account at{" "}
          <EmailLink href={public_url}>{new URL(public_url).host}</EmailLink>.
        </>
      }
    >
      <EmailHeading>{heading}</EmailHeading>
      {children}
    </EmailLayout>
  );
}

function ProofParts({
  proof,
  action,
  lifetime,
}: {
  proof: Proof;
  action: string;
  lifetime: string;
}) {
  return (
    <>
      <EmailButton href={proof.link}>{action}</EmailButton>
      <EmailText>Or type this code where you were asked for it:</EmailText>
      <EmailCode>{proof.code}</EmailCode>
      <EmailHint>
        Link and code work once, for {lifetime}. Of several mails only the newest code works.
      </EmailHint>
    </>
  );
}

export function confirmSignUpEmail(proof: Proof, publicUrl: string): Promise<RenderedMail> {
  return renderMail(
    "Confirm your address",
    <AccountEmail
      preview="One click, so that we know this address is yours."
      heading="Confirm your address"
      public_url={publicUrl}
    >
      <EmailText>
        Welcome to Paraline. Please confirm that this address is yours, so that invitations can go
        out in your name.
      </EmailText>
      <ProofParts proof={proof} action="Confirm my address" lifetime="24 hours" />
      <EmailHint>
        Use the browser you signed up in. In any other you also choose a new password, and
        invitations that wait are not sent by themselves.
      </EmailHint>
      <EmailHint>
        If you did not sign up, somebody typed your address by mistake. You can ignore this mail.
      </EmailHint>
    </AccountEmail>,
  );
}

export function alreadyRegisteredEmail(publicUrl: string): Promise<RenderedMail> {
  return renderMail(
    "You already have an account",
    <AccountEmail
      preview="Somebody gave this address for an account, and it has one."
      heading="You already have an account"
      public_url={publicUrl}
    >
      <EmailText>
        Somebody, most likely you, gave this address for an account at Paraline. It belongs to an
        account already, and nothing about that has changed.
      </EmailText>
      <EmailButton href={`${publicUrl}/auth`}>Sign in</EmailButton>
      <EmailHint>
        If you don't remember your password, choose “Forgot password?” there. If it wasn't you,
        there is nothing to do.
      </EmailHint>
    </AccountEmail>,
  );
}

export function recoveryEmail(proof: Proof, publicUrl: string): Promise<RenderedMail> {
  return renderMail(
    "Reset your password",
    <AccountEmail
      preview="A link and a code to set a new password."
      heading="Reset your password"
      public_url={publicUrl}
    >
      <EmailText>You asked for a new password. Follow the link to choose one.</EmailText>
      <ProofParts proof={proof} action="Choose a new password" lifetime="one hour" />
      <EmailHint>
        Once they have signed you in, your old password no longer works, and you are signed out
        everywhere else.
      </EmailHint>
      <EmailHint>
        If you didn't ask, you can ignore this mail: your password stays as it is.
      </EmailHint>
    </AccountEmail>,
  );
}

export function emailChangeEmail(
  { proof, new_email, of }: { proof: Proof; new_email: string; of: "new" | "old" },
  publicUrl: string,
): Promise<RenderedMail> {
  return renderMail(
    of === "new" ? "Confirm your new address" : "Confirm the change of your address",
    <AccountEmail
      preview={`Your account's address is to become ${new_email}.`}
      heading={of === "new" ? "Confirm your new address" : "Confirm the change of your address"}
      public_url={publicUrl}
    >
      <EmailText>
        {of === "new"
          ? "This is to become the address you sign in with. Please confirm that it is yours."
          : "The address you sign in with is to change. Please confirm that you want this; the new address has to confirm too."}
      </EmailText>
      <EmailFacts facts={[{ name: "New address", value: new_email }]} />
      <ProofParts
        proof={proof}
        action={of === "new" ? "Confirm my new address" : "Confirm the change"}
        lifetime="24 hours"
      />
      <EmailHint>
        {of === "new"
          ? "If you have no account at Paraline, somebody typed your address by mistake. You can ignore this mail."
          : "If you did not ask for this, don't confirm it, and choose a new password: somebody else may be signed in as you."}
      </EmailHint>
    </AccountEmail>,
  );
}

/** An event of the account that needs no confirmation. */
export type SecurityNotice =
  | "auth_password_changed"
  | "auth_email_changed"
  | "auth_factor_added"
  | "auth_factor_removed"
  | "auth_factors_removed_by_operator"
  | "auth_wrong_codes"
  | "auth_identity_unlinked"
  | "auth_account_reset";

const securityNotices: Record<
  SecurityNotice,
  { subject: string; what: string; otherwise: string }
> = {
  auth_password_changed: {
    subject: "Your password was changed",
    what: "The password of your account was changed. You were signed out everywhere else.",
    otherwise:
      "If it wasn't you, set a new password at once with “Forgot password?” on the sign-in page.",
  },
  auth_email_changed: {
    subject: "Your address was changed",
    what: "The address you sign in with was changed. Mail about your account no longer comes here.",
    otherwise: "If it wasn't you, please contact the person who runs this server.",
  },
  auth_factor_added: {
    subject: "A second step was added",
    what: "From now on, signing in to your account takes a code from your authenticator app as well.",
    otherwise:
      "If it wasn't you, contact the person who runs this server, who can remove it. “Forgot password?” alone now asks for its code.",
  },
  auth_factor_removed: {
    subject: "A second step was removed",
    what: "An authenticator app was removed from your account; its codes are no longer asked for.",
    otherwise:
      "If it wasn't you, set a new password at once with “Forgot password?” on the sign-in page.",
  },
  auth_factors_removed_by_operator: {
    subject: "Your second steps were removed",
    what: "The person who runs this server removed every authenticator app from your account. You were signed out everywhere, and your old password no longer works.",
    otherwise:
      "To sign in, choose a new password with “Forgot password?” on the sign-in page. If you did not ask for this, please contact that person as well.",
  },
  auth_wrong_codes: {
    subject: "Wrong codes for your account",
    what: "Somebody signed in to your account and then typed ten wrong codes for its second step. They did not get in, and further codes have to wait longer each time.",
    otherwise:
      "If it wasn't you, choose a new password with “Forgot password?” on the sign-in page. That ends their sign-in, and your own code is taken without waiting.",
  },
  auth_identity_unlinked: {
    subject: "A way to sign in was removed",
    what: "One of the ways to sign in to your account was removed.",
    otherwise:
      "If it wasn't you, set a new password at once with “Forgot password?” on the sign-in page.",
  },
  auth_account_reset: {
    subject: "Your account is yours alone now",
    what: "You have shown for the first time that this address is yours. The account could have been made by somebody else, so everybody was signed out, and the password and second steps set up before were removed. Invitations that waited were not sent, and links to its paralines no longer work.",
    otherwise:
      "The paralines are still in your account. If you made them, send their invitations again. If you did not, delete them.",
  },
};

export function securityNoticeEmail(
  { notice, at }: { notice: SecurityNotice; at: Date },
  publicUrl: string,
): Promise<RenderedMail> {
  const { subject, what, otherwise } = securityNotices[notice];
  const when = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return renderMail(
    subject,
    <AccountEmail preview={what} heading={subject} public_url={publicUrl}>
      <EmailText>{what}</EmailText>
      <EmailFacts facts={[{ name: "When", value: when }]} />
      <EmailHint>{otherwise}</EmailHint>
    </AccountEmail>,
  );
}
