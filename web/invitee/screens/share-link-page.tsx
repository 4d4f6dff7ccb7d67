import type { ReactNode } from "react";
import { inLanguage } from "#contract/invitee-paths.ts";
import { type ShareLinkPageModel, shareLinkFields } from "#contract/invites/share-link.ts";
import type { InviteeMessages } from "#contract/messages/all.ts";
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
export function ShareLinkPage({
  model,
  address,
  messages: { forms, page },
}: {
  model: ShareLinkPageModel;
  address: string;
  messages: InviteeMessages;
}) {
  const { language } = page;
  if (model.mode === "invited" && model.isAsked) {
    return <RequestSent address={inLanguage(address, language)} forms={forms} />;
  }
  return (
    <form className="invitee-column stack invitee-body" method="post" action={address} noValidate>
      <input type="hidden" name={shareLinkFields.language} value={language} />
      {model.mode === "open" ? (
        <OpenLinkFields model={model} forms={forms} />
      ) : (
        <AddressFields model={model} forms={forms} />
      )}
    </form>
  );
}

type Forms = InviteeMessages["forms"];

type ShareLinkModel<Mode extends ShareLinkPageModel["mode"]> = Extract<
  ShareLinkPageModel,
  { mode: Mode }
>;

function AddressFields({ model, forms }: { model: ShareLinkModel<"invited">; forms: Forms }) {
  return (
    <>
      <div className="para para-wide stack g3">
        <h1 className="title">{forms.wereYouInvited}</h1>
        <p className="lede">{forms.enterAddress}</p>
      </div>
      <input type="hidden" name={shareLinkFields.action} value="ask" />
      <div className="stack g4">
        <EmailField
          label={forms.yourAddress}
          error={model.message}
          name={shareLinkFields.email}
          defaultValue={model.email}
        />
        <Button type="submit" kind="primary" size="field" className="share-link-submit">
          {forms.sendMyLink}
        </Button>
      </div>
      <Assurances>
        <Assurance icon={<MailIcon />}>{forms.linkIsYours}</Assurance>
        <Assurance icon={<LockKeyholeIcon />}>{forms.addressUse}</Assurance>
      </Assurances>
    </>
  );
}

/** Shown for every address alike, so that it does not reveal who was invited. */
function RequestSent({ address, forms }: { address: string; forms: Forms }) {
  return (
    <EmptyState art={<EnvelopeArt />} as="h1" sentence={forms.checkYourEmail} line={forms.onItsWay}>
      <p className="small ink-2">{forms.aMinuteOrTwo}</p>
      <a className={buttonClass("outline")} href={address}>
        {forms.anotherAddress}
      </a>
    </EmptyState>
  );
}

function OpenLinkFields({ model, forms }: { model: ShareLinkModel<"open">; forms: Forms }) {
  return (
    <>
      {model.cover_image_url !== null && (
        <img className="share-link-cover" src={model.cover_image_url} alt="" />
      )}
      <div className="para para-wide stack g3">
        <p className="label">{forms.askedForYourView}</p>
        <h1 className="title" dir="auto">
          {model.title}
        </h1>
      </div>
      <input type="hidden" name={shareLinkFields.action} value="join" />
      <div className="stack g4">
        {!model.is_anonymous && (
          <Field label={forms.firstName} error={model.message}>
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
          <p className="field-error small" role="alert">
            <CircleAlertIcon />
            <span>{model.message}</span>
          </p>
        )}
        <Button type="submit" kind="primary" size="field" className="share-link-submit">
          {forms.start}
        </Button>
      </div>
      <Assurances>
        <Assurance icon={<MessagesSquareIcon />}>{forms.howItWorks}</Assurance>
        <Assurance icon={<LockKeyholeIcon />}>
          {model.is_anonymous ? forms.sealedAnswers : forms.namedAnswers}
        </Assurance>
      </Assurances>
    </>
  );
}

function Assurances({ children }: { children: ReactNode }) {
  return <ul className="stack share-link-assurances small ink-2">{children}</ul>;
}

function Assurance({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}
