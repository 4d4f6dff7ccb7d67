import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useRef } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { example } from "#contract/example/example.ts";
import type { InsightsState } from "#contract/insights/insights.ts";
import { exampleBoardBookPath, paths, signUpPath } from "#contract/paths.ts";
import { sessionKey } from "#web/client/auth/session-key.ts";
import { readText } from "#web/client/browser-storage.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { createDecisionDraft } from "#web/features/decisions/decision-draft.ts";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { useFocusHeading } from "#web/shell/focus-heading.ts";
import { PlainHeader } from "#web/shell/public/public-page.tsx";
import { buttonClass } from "#web/ui/buttons/button-class.ts";
import { ReadOnlyContext } from "#web/ui/fields/read-only.ts";
import { ArrowLeftIcon, ArrowRightIcon } from "#web/ui/icons/icons.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { Badge } from "#web/ui/status/badge.tsx";
import { DecisionView } from "./decision-view.tsx";
import { ReadableResults, ResultsFacts } from "./readable-results.tsx";

const { circle, results, insights, decision, ownerName, today } = example;

/** Holds the example, and is never filled by the server. */
const queries = new QueryClient({
  defaultOptions: { queries: { enabled: false, gcTime: Number.POSITIVE_INFINITY } },
});
queries.setQueryData(queryKeys.results(circle.id), results);
queries.setQueryData<InsightsState>(queryKeys.insights(circle.id), {
  use: "local",
  usable_count: results.responses_count,
  insights,
  generation: { state: "idle", stage: null, place: null },
});

/** /example: what an owner gets, for everyone to read. It makes no calls, so its links out load their pages anew. */
export function ExampleLayout() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const seemsSignedIn = readText("localStorage", sessionKey) !== null;
  useFocusHeading(main, pathname);
  return (
    <ReadOnlyContext value={true}>
      <QueryClientProvider client={queries}>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <PlainHeader>
          <a className={buttonClass("outline")} href={seemsSignedIn ? paths.circles : signUpPath}>
            {seemsSignedIn ? "Go to Dashboard" : "Start your own"}
          </a>
        </PlainHeader>
        <main className="wrap example" id="main" tabIndex={-1} ref={main}>
          <p className="row example-note" role="note">
            <Badge tone="ochre">An example</Badge>
            <span className="small ink-2">{ownerName} and her five people are made up.</span>
          </p>
          <Outlet />
        </main>
      </QueryClientProvider>
    </ReadOnlyContext>
  );
}

export function ExampleResults() {
  useDocumentTitle(`An example: ${circle.title}`);
  return (
    <>
      <PageHead title={circle.title} line={<ResultsFacts circle={circle} />}>
        <div className="row fill-small">
          <Link
            className={buttonClass("outline", undefined, "results-next")}
            to={paths.exampleDecision}
          >
            {ownerName}’s next step
            <span className="only-wide">
              <ArrowRightIcon />
            </span>
          </Link>
          <a className={buttonClass("outline")} href={exampleBoardBookPath}>
            Board book (PDF)
          </a>
        </div>
      </PageHead>
      <ReadableResults
        circle={circle}
        results={results}
        address={`${paths.example}?`}
        createEditPath={() => undefined}
      />
    </>
  );
}

const draft = createDecisionDraft(decision.decision, undefined, {
  save: async () => decision.decision,
  keep: () => {},
  mayBeTemporary: () => false,
});

export function ExampleDecision() {
  return (
    <>
      <p className="example-back">
        <Link className="row icon-row" to={paths.example}>
          <ArrowLeftIcon />
          Back to the answers
        </Link>
      </p>
      <DecisionView
        draft={draft}
        state={draft.read()}
        title={circle.title}
        found={decision}
        today={today}
        hasReviewReminder={true}
        results={paths.example}
      />
    </>
  );
}
