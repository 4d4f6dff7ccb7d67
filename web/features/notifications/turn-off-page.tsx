import type { TurnOffPageModel } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { BrokenLineArt } from "#web/brand/art/broken-line.tsx";
import { EnvelopeArt } from "#web/brand/art/envelope.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "#web/ui/status/empty-state.tsx";

const texts = {
  notify_responses: { ask: "No more emails about new perspectives?", about: "new perspectives" },
  notify_deadlines: {
    ask: "No more emails about deadlines and review dates?",
    about: "deadlines and review dates",
  },
  notify_weekly: { ask: "Stop the weekly summary?", about: "your week" },
};

/** Opening the page does nothing: email programs open links on their own. */
export function TurnOffPage(model: TurnOffPageModel) {
  switch (model.state) {
    case "invalid":
      return (
        <EmptyState
          art={<BrokenLineArt />}
          as="h1"
          sentence="Link Invalid"
          line="This unsubscribe link is not valid."
        >
          <p className="small ink-2">Open it again from the email, or copy it in full.</p>
        </EmptyState>
      );
    case "ask":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence={texts[model.box].ask}
          line="Your paralines are not affected."
        >
          {/* It has no action attribute, so it posts to the page's own address, which contains the token. */}
          <form method="post">
            <Button type="submit" kind="primary">
              Turn them off
            </Button>
          </form>
        </EmptyState>
      );
    case "done":
      return (
        <EmptyState
          art={<EnvelopeArt />}
          as="h1"
          sentence="These emails are turned off"
          line={`You won't get any more emails about ${texts[model.box].about}.`}
        >
          <p className="small ink-2">
            You can turn them on again in your <a href={paths.settings}>settings</a>.
          </p>
        </EmptyState>
      );
  }
}
