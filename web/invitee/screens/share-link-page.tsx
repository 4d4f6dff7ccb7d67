import type { ReactNode } from "react";
import {
  type ShareLinkPageModel,
  shareLinkFields,
  shareLinkReply,
} from "#contract/invites/share-link.ts";
import { paths } from "#contract/paths.ts";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { EmailField } from "#web/ui/fields/email-field.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import {
  CircleAlertIcon,
  LockKeyholeIcon,
  MailIcon,
  MessagesSquareIcon,
} from "#web/ui/icons/icons.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

/**
 * The page of a share link: it emails invited people their private link and, if the owner allows it, gives anyone a
 * link of their own. It posts a form, so it needs no script.
 */
export function ShareLinkPage(model: ShareLinkPageModel) {
  const address = `${paths.feedback}?circle=${encodeURIComponent(model.circle_id)}`;
  if (model.mode === "open") return <OpenLinkForm model={model} address={address} />;
  return model.isAsked ? (
    <RequestSent address={address} />
  ) : (
    <AddressForm model={model} address={address} />
  );
}

type ModelOf<Mode extends ShareLinkPageModel["mode"]> = Extract<ShareLinkPageModel, { mode: Mode }>;

function AddressForm({ model, address }: { model: ModelOf<"invited">; address: string }) {
  return (
    <form className="invitee-column invitee-body" method="post" action={address} noValidate>
      <div className="para para-wide stack g3">
        <h1 className="title">Were you invited?</h1>
        <p className="lede">
          Someone you know is asking for your view, in private. Enter the address your invitation
          was sent to, and we'll email you your own link.
        </p>
      </div>
      <input type="hidden" name={shareLinkFields.action} value="ask" />
      <div className="stack g4">
        <EmailField
          label="Your email address"
          error={model.message}
          name={shareLinkFields.email}
          defaultValue={model.email}
        />
        <Button type="submit" kind="primary" size="field" className="share-link-submit">
          Send my link
        </Button>
      </div>
      <Assurances>
        <Assurance icon={<MailIcon />}>
          The link is emailed to you alone, so no one else can answer in your place.
        </Assurance>
        <Assurance icon={<LockKeyholeIcon />}>
          Your address is used only for this email. No account, no password, no cookies.
        </Assurance>
      </Assurances>
    </form>
  );
}

/** Shown for every address alike, so that it does not reveal who was invited. */
function RequestSent({ address }: { address: string }) {
  return (
    <EmptyState
      art={<EnvelopeArt />}
      as="h1"
      sentence="Check your email"
      line={`${shareLinkReply}.`}
    >
      <p className="small ink-2">It takes a minute or two. Check your spam folder as well.</p>
      <a className={buttonClass("outline")} href={address}>
        Try another address
      </a>
    </EmptyState>
  );
}

function OpenLinkForm({ model, address }: { model: ModelOf<"open">; address: string }) {
  return (
    <form className="invitee-column invitee-body" method="post" action={address} noValidate>
      {model.cover_image_url !== null && (
        <img className="share-link-cover" src={model.cover_image_url} alt="" />
      )}
      <div className="para para-wide stack g3">
        <p className="label">You have been asked for your view on</p>
        <h1 className="title" dir="auto">
          {model.title}
        </h1>
      </div>
      <input type="hidden" name={shareLinkFields.action} value="join" />
      <div className="stack g4">
        {!model.is_anonymous && (
          <Field label="Your first name" error={model.message}>
            {(control) => (
              <input
                {...control}
                className="input"
                dir="auto"
                name={shareLinkFields.first_name}
                autoComplete="given-name"
                defaultValue={model.first_name}
                required
              />
            )}
          </Field>
        )}
        {model.is_anonymous && model.message !== undefined && (
          <p className="field-error" role="alert">
            <CircleAlertIcon />
            <span>{model.message}</span>
          </p>
        )}
        <Button type="submit" kind="primary" size="field" className="share-link-submit">
          Start
        </Button>
      </div>
      <Assurances>
        <Assurance icon={<MessagesSquareIcon />}>
          A few questions, one at a time. You'll see who reads your answers before you write any.
        </Assurance>
        <Assurance icon={<LockKeyholeIcon />}>
          {model.is_anonymous
            ? "Answers stay sealed until this closes. Then all are shown together, without names."
            : "Only the person who asks reads your answers, with your first name beside them."}{" "}
          No account, no password, no cookies.
        </Assurance>
      </Assurances>
    </form>
  );
}

function Assurances({ children }: { children: ReactNode }) {
  return <ul className="share-link-assurances">{children}</ul>;
}

function Assurance({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}
