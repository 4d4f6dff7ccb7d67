import { inviteePaths } from "#contract/invitee-paths.ts";
import type { InviteeMessages } from "#contract/messages/all.ts";
import { formFields, type ReflectionsForm } from "#contract/pages.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { FieldError } from "#web/ui/fields/field.tsx";
import { RuledTextarea } from "#web/ui/fields/ruled-textarea.tsx";

/**
 * A form posted without scripts that the server did not store: everything typed, to send again, and the reason.
 * The questions may be unavailable, so only the answers are shown.
 */
export function UnsentReflections({
  form,
  message,
  messages: { forms, page },
}: {
  form: ReflectionsForm;
  message: string;
  messages: InviteeMessages;
}) {
  const answered = Object.entries(form.answers).filter(([, answer]) => answer !== "");
  return (
    <form
      className="invitee-column stack invitee-body"
      method="post"
      action={inviteePaths.feedback}
      noValidate
    >
      <div className="stack g3">
        <h1 className="title">{forms.stillHere}</h1>
        <FieldError>{message}</FieldError>
      </div>
      <HiddenField name={formFields.language} value={page.language} />
      <HiddenField name={formFields.invite_token} value={form.invite_token} />
      <HiddenField name={formFields.submission_key} value={form.submission_key} />
      <HiddenField name={formFields.consented_processor} value={form.consented_processor ?? ""} />
      {!form.use_in_insights && <HiddenField name={formFields.leave_out} value="yes" />}
      {answered.map(([id, answer]) => {
        const name = formFields.answer(Number(id));
        return (
          <div className="field" key={id}>
            <label className="field-label" htmlFor={name}>
              {forms.questionNumber(Number(id))}
            </label>
            <RuledTextarea id={name} name={name} lines={2} defaultValue={String(answer)} />
          </div>
        );
      })}
      {form.encouragement !== "" && (
        <div className="field">
          <label className="field-label" htmlFor={formFields.encouragement}>
            {forms.encouragementNote}
          </label>
          <RuledTextarea
            id={formFields.encouragement}
            name={formFields.encouragement}
            lines={2}
            defaultValue={form.encouragement}
          />
        </div>
      )}
      <div className="row">
        <Button type="submit" kind="primary">
          {page.submit}
        </Button>
      </div>
    </form>
  );
}

function HiddenField({ name, value }: { name: string; value: string }) {
  return <input type="hidden" name={name} value={value} />;
}
