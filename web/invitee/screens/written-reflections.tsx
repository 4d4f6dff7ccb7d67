import { useId } from "react";
import { inLanguage } from "#contract/invitee-paths.ts";
import type { InviteeMessages } from "#contract/messages/all.ts";
import { formFields, type ReceiptPageModel } from "#contract/pages.ts";
import { inviteUrl, paths } from "#contract/paths.ts";
import { isolateIn } from "#contract/values/isolate.ts";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { LastChoices } from "#web/features/feedback/last-choices.tsx";
import { QuestionField } from "#web/question-types/question-field.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { FieldError } from "#web/ui/fields/field.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";
import { CodeForm } from "./code-form.tsx";

/** What somebody wrote, to read, change or withdraw. Needs no script. */
export function WrittenReflections({
  model,
  messages,
}: {
  model: ReceiptPageModel;
  messages: InviteeMessages;
}) {
  const { forms, page } = messages;
  const { invite_token } = model;
  switch (model.state) {
    case "ask":
      return (
        <div className="stack empty">
          <CodeForm as="h1" invite_token={invite_token} error={model.message} />
        </div>
      );
    case "withdrawn":
      return (
        <EmptyState
          art={<EnvelopeArt isSent={false} />}
          as="h1"
          sentence={forms.withdrawnTitle}
          line={forms.withdrawn}
        >
          <a
            className={buttonClass("outline")}
            href={inLanguage(inviteUrl("", invite_token), page.language)}
          >
            {forms.answerAgain}
          </a>
        </EmptyState>
      );
    case "read":
      return <WrittenForm model={model} messages={messages} />;
  }
}

function WrittenForm({
  model,
  messages: { later, forms, page },
}: {
  model: Extract<ReceiptPageModel, { state: "read" }>;
  messages: InviteeMessages;
}) {
  const placeId = useId();
  const { stored, refused, isSaved } = model;
  const written = refused ?? { ...stored, encouragement: stored.encouragement ?? "" };
  return (
    <div className="invitee-column stack invitee-body">
      <div className="para para-wide stack g3">
        <h1 className="title">{later.written}</h1>
        {isSaved ? <p role="status">{forms.saved}</p> : <p>{forms.writtenWhy}</p>}
        {!model.is_anonymous && <p className="small ink-2">{forms.changeSeen}</p>}
        {refused?.about === undefined && refused && <FieldError>{refused.message}</FieldError>}
      </div>
      <form className="stack receipt-form" method="post" action={paths.receipt} noValidate>
        <HiddenFields model={model} language={page.language} action="change" />
        {/* Enter on a rating clicks the form's first button, so this one does nothing. */}
        <button type="submit" formMethod="dialog" hidden />
        {stored.questions.map((question, index) => (
          <div className="stack" key={question.id}>
            <p className="small ink-3" id={`${placeId}${index}`}>
              {model.is_further
                ? later.furtherQuestion(isolateIn(page.language, model.owner_name))
                : page.question(index + 1, stored.questions.length)}
            </p>
            <QuestionField
              question={question}
              placeId={`${placeId}${index}`}
              headingRef={undefined}
              defaultAnswer={written.answers[question.id]}
              error={refused?.about === question.id ? refused.message : undefined}
              findAuthorHint={undefined}
            />
          </div>
        ))}
        <LastChoices
          owner={isolateIn(page.language, model.owner_name)}
          insights={model.insights}
          withNote={!model.is_further}
          defaults={written}
          error={refused?.about === "encouragement" ? refused.message : undefined}
        />
        {model.insights === "off" && !stored.use_in_insights && (
          <input type="hidden" name={formFields.leave_out} value="yes" />
        )}
        <div className="row">
          <Button type="submit" kind="primary">
            {forms.saveChanges}
          </Button>
        </div>
      </form>
      <details className="way-back">
        <summary>{forms.withdraw}</summary>
        <form className="stack g4" method="post" action={paths.receipt}>
          <HiddenFields model={model} language={page.language} action="withdraw" />
          <p className="small ink-2">{forms.withdrawWhy}</p>
          <div className="row">
            <Button type="submit" kind="outline">
              {forms.withdrawNow}
            </Button>
          </div>
        </form>
      </details>
    </div>
  );
}

function HiddenFields({
  model: { invite_token, code },
  language,
  action,
}: {
  model: { invite_token: string; code: string };
  language: string;
  action: "change" | "withdraw";
}) {
  return (
    <>
      <input type="hidden" name={formFields.action} value={action} />
      <input type="hidden" name={formFields.language} value={language} />
      <input type="hidden" name={formFields.invite_token} value={invite_token} />
      <input type="hidden" name={formFields.code} value={code} />
    </>
  );
}
