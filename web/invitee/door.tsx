import { type DoorPageModel, doorAnswer, doorFields } from "#contract/door.ts";
import { paths } from "#contract/paths.ts";
import { EnvelopeArt } from "#web/ui/art/envelope.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";

/**
 * Where a share link leads: to those who were invited it mails their private link, and to anyone, if the owner wants it
 * so, it gives one. Posts a form, so that it needs no script.
 */
export function Door(model: DoorPageModel) {
  const action = `${paths.feedback}?circle=${encodeURIComponent(model.circle_id)}`;
  if (model.mode === "invited") {
    if (model.is_asked) {
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence="Check your mail"
          line={`${doorAnswer}.`}
        />
      );
    }
    return (
      <form className="talk-in talk-body" method="post" action={action} noValidate>
        <div className="stack g3">
          <h1 className="title">Were you invited?</h1>
          <p className="lede">
            Give the address that the invitation went to, and your private link comes by mail.
          </p>
        </div>
        <input type="hidden" name={doorFields.action} value="ask" />
        <Field label="Your email address" error={model.message}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="email"
              name={doorFields.email}
              autoComplete="email"
              defaultValue={model.email}
              required
            />
          )}
        </Field>
        <div className="row">
          <Button type="submit" kind="primary">
            Send my link
          </Button>
        </div>
      </form>
    );
  }
  return (
    <form className="talk-in talk-body" method="post" action={action} noValidate>
      {model.cover_image_url !== null && (
        <img className="talk-cover" src={model.cover_image_url} alt="" />
      )}
      <div className="stack g3">
        <h1 className="title">{model.title}</h1>
        <p className="lede">You are asked for your perspective. No account needed.</p>
      </div>
      <input type="hidden" name={doorFields.action} value="join" />
      {!model.is_anonymous && (
        <Field label="Your first name" error={model.message}>
          {(control) => (
            <input
              {...control}
              className="input"
              name={doorFields.first_name}
              autoComplete="given-name"
              required
            />
          )}
        </Field>
      )}
      {model.is_anonymous && model.message !== undefined && (
        <p className="field-error" role="alert">
          {model.message}
        </p>
      )}
      <div className="row">
        <Button type="submit" kind="primary">
          Start
        </Button>
      </div>
    </form>
  );
}
