import {
  EmailButton,
  EmailCode,
  EmailFacts,
  EmailHint,
  EmailText,
} from "#server/mail/email-parts.tsx";
import { renderAccountEmail } from "#server/mail/render-account-email.tsx";
import type { RenderedEmail } from "#server/mail/render-email.ts";

export type LinkAndCode = { link: string; code: string };

function ProofParts({
  proof,
  action,
  lifetime,
}: {
  proof: LinkAndCode;
  action: string;
  lifetime: string;
}) {
  return (
    <>
      <EmailButton href={proof.link}>{action}</EmailButton>
      <EmailText>Or enter this code on the page that asks for it:</EmailText>
      <EmailCode>{proof.code}</EmailCode>
      <EmailHint>
        The link and the code work once, for {lifetime}. If you have several of these emails, only
        the newest code works.
      </EmailHint>
    </>
  );
}

export function confirmSignUpEmail(proof: LinkAndCode, publicUrl: string): Promise<RenderedEmail> {
  return renderAccountEmail(
    {
      subject: "Confirm your address",
      preview: "One click confirms that this address is yours.",
      publicUrl,
    },
    <>
      <EmailText>
        Welcome to Paraline. Please confirm that this address is yours, so that invitations can be
        sent in your name.
      </EmailText>
      <ProofParts proof={proof} action="Confirm my address" lifetime="24 hours" />
      <EmailHint>
        Use the browser you signed up in. In another browser you will also have to choose a new
        password, and waiting invitations are not sent automatically.
      </EmailHint>
      <EmailHint>
        If you did not sign up, someone typed your address by mistake. You can ignore this email.
      </EmailHint>
    </>,
  );
}

export function alreadyRegisteredEmail(publicUrl: string): Promise<RenderedEmail> {
  return renderAccountEmail(
    {
      subject: "You already have an account",
      preview: "Someone tried to use this address for an account, but it already has one.",
      publicUrl,
    },
    <>
      <EmailText>
        Someone, most likely you, tried to use this address for an account at Paraline. It already
        belongs to one, and nothing about that account has changed.
      </EmailText>
      <EmailButton href={`${publicUrl}/auth`}>Sign in</EmailButton>
      <EmailHint>
        If you don't remember your password, choose “Forgot password?” there. If it wasn't you,
        there is nothing to do.
      </EmailHint>
    </>,
  );
}

/** @param disconnects whether the account has connected accounts, which the recovery disconnects */
export function recoveryEmail(
  proof: LinkAndCode,
  { disconnects }: { disconnects: boolean },
  publicUrl: string,
): Promise<RenderedEmail> {
  return renderAccountEmail(
    {
      subject: "Reset your password",
      preview: "A link and a code to choose a new password.",
      publicUrl,
    },
    <>
      <EmailText>You asked for a new password. Follow the link to choose one.</EmailText>
      <ProofParts proof={proof} action="Choose a new password" lifetime="one hour" />
      <EmailHint>
        Once you have signed in with either of them, your old password no longer works, and you are
        signed out everywhere else. Your passkeys are removed.
        {disconnects &&
          " Connected accounts, such as Google, are disconnected, unless you also pass a second step."}{" "}
        If your account has a second step, all of this happens once you have passed it.
      </EmailHint>
      <EmailHint>
        If you didn't request this, you can ignore this email: your password will not change.
      </EmailHint>
    </>,
  );
}

export function emailChangeEmail(
  { proof, new_email, of }: { proof: LinkAndCode; new_email: string; of: "new" | "old" },
  publicUrl: string,
): Promise<RenderedEmail> {
  return renderAccountEmail(
    {
      subject: of === "new" ? "Confirm your new address" : "Confirm your email change",
      preview: `Your account's email address is changing to ${new_email}.`,
      publicUrl,
    },
    <>
      <EmailText>
        {of === "new"
          ? "Someone asked to make this their sign-in address. Please confirm that it is yours."
          : "Someone asked to change your sign-in address. Please confirm that you want this; it must also be confirmed from the new address."}
      </EmailText>
      <EmailFacts facts={[{ name: "New address", value: new_email }]} />
      <ProofParts
        proof={proof}
        action={of === "new" ? "Confirm my new address" : "Confirm the change"}
        lifetime="24 hours"
      />
      <EmailHint>
        {of === "new"
          ? "If you have no account at Paraline, someone typed your address by mistake. You can ignore this email."
          : "If you did not request this, don't confirm it, and choose a new password: someone else may be signed in as you."}
      </EmailHint>
    </>,
  );
}

/** @param about.proof contains no link if none would work; the email then has only the code */
export function magicLinkEmail(
  {
    proof: { link, code },
    effect,
  }: {
    proof: { link: string | undefined; code: string };
    effect: "signs_in" | "resets_account" | "creates_account";
  },
  publicUrl: string,
): Promise<RenderedEmail> {
  const createsAccount = effect === "creates_account";
  const subject = link === undefined ? "Your sign-in code" : "Your sign-in link";
  return renderAccountEmail(
    {
      subject,
      preview: link === undefined ? "A code to sign in." : "A link and a code to sign in.",
      publicUrl,
    },
    <>
      <EmailText>
        {createsAccount
          ? "You asked to sign in with this address. It has no account yet, so signing in creates one."
          : link === undefined
            ? "You asked to sign in. Enter this code on the page that asks for it:"
            : "You asked to sign in. Follow the link in the browser where you asked, and you are in."}
      </EmailText>
      {link === undefined ? (
        <>
          {createsAccount && <EmailText>Enter this code on the page that asks for it:</EmailText>}
          <EmailCode>{code}</EmailCode>
          <EmailHint>
            The code works once, for one hour. If you have several of these emails, only the newest
            code works.
          </EmailHint>
        </>
      ) : (
        <>
          <ProofParts
            proof={{ link, code }}
            action={createsAccount ? "Create my account" : "Sign in"}
            lifetime="one hour"
          />
          <EmailHint>
            The link works only in the browser where you asked for it; the code works on any device,
            on the page that asks for it.
          </EmailHint>
        </>
      )}
      {effect === "resets_account" && (
        <EmailHint>
          This address was never confirmed, so someone else could have created the account. Signing
          in by this email confirms it: everyone else is signed out, the password is removed, and
          waiting invitations are not sent automatically.
        </EmailHint>
      )}
      <EmailHint>
        {createsAccount
          ? "If you didn't request this, you can ignore this email: no account is created. Don't give the code to anyone."
          : "If you didn't request this, you can ignore this email: no one is signed in without it. Don't give the code to anyone."}
      </EmailHint>
    </>,
  );
}

export function reauthenticationEmail(code: string, publicUrl: string): Promise<RenderedEmail> {
  return renderAccountEmail(
    { subject: "Your code", preview: "A code to choose a new password.", publicUrl },
    <>
      <EmailText>Enter this code where you asked for it, to choose a new password:</EmailText>
      <EmailCode>{code}</EmailCode>
      <EmailHint>
        The code works once, for 10 minutes, and only where you asked for it. If you have several of
        these emails, only the newest code works.
      </EmailHint>
      <EmailHint>
        If you didn't request this, someone else may be signed in as you. Don't give the code to
        anyone, and choose a new password with “Forgot password?” on the sign-in page.
      </EmailHint>
    </>,
  );
}

/** How a sign-in is described to its owner. */
export interface SignInFacts {
  at: Date;
  device: string;
  network: string | null;
}

export function newSignInEmail(
  { link, facts: { at, device, network } }: { link: string; facts: SignInFacts },
  publicUrl: string,
): Promise<RenderedEmail> {
  return renderAccountEmail(
    { subject: "New sign-in to Paraline", preview: `${device}, ${utcTime(at)}`, publicUrl },
    <>
      <EmailText>
        Someone signed in to your account from a device or a network that has not been used with it
        recently.
      </EmailText>
      <EmailFacts
        facts={[
          { name: "When", value: utcTime(at) },
          { name: "Device", value: device },
          ...(network === null ? [] : [{ name: "Network", value: network }]),
        ]}
      />
      <EmailText>If it was you, there is nothing to do.</EmailText>
      <EmailButton href={link}>This wasn't me</EmailButton>
      <EmailHint>
        The button opens a page where you can sign everyone out. That also removes your password,
        passkeys and connected accounts, such as Google; you then choose a new password by email.
        The link works once, for 7 days.
      </EmailHint>
    </>,
  );
}

/** The events of an account of which an email informs the owner, without asking them to confirm it. */
export const securityNotices = {
  auth_password_changed: {
    subject: "Your password was changed",
    what: "Your account's password was changed. You were signed out everywhere else.",
    otherwise:
      "If it wasn't you, choose a new password right away with “Forgot password?” on the sign-in page.",
  },
  auth_email_changed: {
    subject: "Your address was changed",
    what: "The address you sign in with was changed. Emails about your account no longer come here.",
    otherwise: "If it wasn't you, please contact the person who runs this server.",
  },
  auth_factor_added: {
    subject: "A second step was added",
    what: "From now on, you also need your second step to sign in to your account. If it is your first one, your passkeys were removed, except the one you were signed in with.",
    otherwise:
      "If it wasn't you, contact the person who runs this server: only they can remove it. “Forgot password?” now asks for it as well.",
  },
  auth_factor_removed: {
    subject: "A second step was removed",
    what: "A second step was removed from your account; it is no longer accepted.",
    otherwise:
      "If it wasn't you, choose a new password right away with “Forgot password?” on the sign-in page.",
  },
  auth_factors_removed_by_operator: {
    subject: "Your second steps were removed",
    what: "The person who runs this server removed every second step, all recovery codes and every passkey from your account. You were signed out everywhere, and neither your old password nor a connected account, such as Google, works any more.",
    otherwise:
      "To sign in, choose a new password with “Forgot password?” on the sign-in page. If you did not ask for this, please contact that person as well.",
  },
  auth_wrong_codes: {
    subject: "Wrong codes for your account",
    what: "Someone signed in to your account and then typed ten wrong codes for its second step. They did not get in, and they now have to wait longer before each further attempt.",
    otherwise:
      "If it wasn't you, choose a new password with “Forgot password?” on the sign-in page. That ends their sign-in, and you can use your own code without waiting.",
  },
  auth_passkey_added: {
    subject: "A passkey was added",
    what: "From now on, a new passkey signs in to your account without a password or a second step.",
    otherwise:
      "If it wasn't you, choose a new password right away with “Forgot password?” on the sign-in page, which removes every passkey.",
  },
  auth_passkey_removed: {
    subject: "A passkey was removed",
    what: "A passkey was removed from your account. Everyone who had signed in with it was signed out.",
    otherwise:
      "If it wasn't you, choose a new password right away with “Forgot password?” on the sign-in page.",
  },
  auth_recovery_codes_made: {
    subject: "Recovery codes were made",
    what: "Ten new recovery codes were made for your account. Each of them can be used once instead of your second step. Earlier codes no longer work.",
    otherwise:
      "If it wasn't you, make new recovery codes in Settings right away, sign out everywhere else there, and change your password.",
  },
  auth_recovery_codes_deleted: {
    subject: "Your recovery codes were deleted",
    what: "The recovery codes of your account were deleted. They can no longer be used instead of your second step.",
    otherwise:
      "If it wasn't you, sign out everywhere else in Settings, change your password and make new recovery codes.",
  },
  auth_identity_linked: {
    subject: "An account was connected",
    what: "From now on, you can also sign in to your account with another one, such as Google. Settings lists it under “Connected accounts”.",
    otherwise:
      "If it wasn't you, choose a new password right away with “Forgot password?” on the sign-in page, which disconnects every account unless it asks for your second step. Then disconnect it in Settings if it is still there.",
  },
  auth_identity_unlinked: {
    subject: "A way to sign in was removed",
    what: "One of the ways to sign in to your account was removed. You were signed out everywhere else, and apps were disconnected.",
    otherwise:
      "If it wasn't you, choose a new password right away with “Forgot password?” on the sign-in page.",
  },
  auth_app_connected: {
    subject: "An app was connected to your account",
    what: "From now on, an app can read parts of your account. It cannot change anything. Settings shows which app it is and what it may read.",
    otherwise:
      "If it wasn't you, disconnect it in Settings, and choose a new password right away with “Forgot password?” on the sign-in page.",
  },
  auth_sign_in_disowned: {
    subject: "You were signed out everywhere",
    what: "Someone used “This wasn't me” in an email about a sign-in to your account. Everyone was signed out. Your old password, your passkeys and connected accounts, such as Google, no longer work.",
    otherwise:
      "To sign in, choose a new password with “Forgot password?” on the sign-in page, even if you never had one. You can add passkeys and connect accounts again in Settings.",
  },
  auth_account_reset: {
    subject: "Everyone else was signed out of your account",
    what: "You have confirmed this address for the first time. Someone else could have created the account, so everyone was signed out, and its earlier password, passkeys and second steps were removed. Waiting invitations were not sent, and links to its paralines no longer work.",
    otherwise:
      "The paralines are still in your account. If you created them, send their invitations again. If you did not, delete them.",
  },
} satisfies Record<string, Record<"subject" | "what" | "otherwise", string>>;

export type SecurityNotice = keyof typeof securityNotices | "auth_recovery_code_used";

export function securityNoticeEmail(
  { notice, at }: { notice: keyof typeof securityNotices; at: Date },
  publicUrl: string,
): Promise<RenderedEmail> {
  return noticeEmail({ ...securityNotices[notice], at }, publicUrl);
}

/** @param use.remaining how many codes are left */
export function recoveryCodeUsedEmail(
  { remaining, at }: { remaining: number; at: Date },
  publicUrl: string,
): Promise<RenderedEmail> {
  const left =
    remaining === 0
      ? "None is left, so make new ones in Settings."
      : `${remaining} ${remaining === 1 ? "is" : "are"} left.`;
  return noticeEmail(
    {
      subject: "A recovery code was used",
      what: `Someone signed in to your account with a recovery code instead of its second step. ${left}`,
      otherwise:
        "If it wasn't you, choose a new password right away with “Forgot password?” on the sign-in page, which signs everyone else out. Then make new recovery codes in Settings.",
      at,
    },
    publicUrl,
  );
}

function noticeEmail(
  { subject, what, otherwise, at }: Record<"subject" | "what" | "otherwise", string> & { at: Date },
  publicUrl: string,
): Promise<RenderedEmail> {
  return renderAccountEmail(
    { subject, preview: what, publicUrl },
    <>
      <EmailText>{what}</EmailText>
      <EmailFacts facts={[{ name: "When", value: utcTime(at) }]} />
      <EmailHint>{otherwise}</EmailHint>
    </>,
  );
}

function utcTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
