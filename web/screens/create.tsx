import { useEffect, useReducer, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Account } from "#contract/account.ts";
import { errorMessage, isSignedOut } from "#contract/errors.ts";
import type { OpenInviteView } from "#contract/feedback.ts";
import { estimatedMinutes } from "#contract/limits.ts";
import { sharePath } from "#contract/paths.ts";
import { ApiError } from "#web/client/api.ts";
import { browserTimeZone } from "#web/client/auth.ts";
import { dayIn } from "#web/client/dates.ts";
import { useConfig } from "#web/client/use-config.ts";
import { useSession } from "#web/client/use-session.ts";
import { useAccount } from "#web/features/account/read-account.ts";
import { useCreateCircle } from "#web/features/circles/create-circle.ts";
import {
  findDraft,
  forgetDraft,
  keepDraft,
  newCreateKey,
} from "#web/features/circles/draft-storage.ts";
import { ExploringStep } from "#web/features/circles/exploring-step.tsx";
import { FinalStep } from "#web/features/circles/final-step.tsx";
import { QuestionPreview, SidePreview } from "#web/features/circles/letter-preview.tsx";
import { firstEmptyQuestionId, QuestionEditor } from "#web/features/circles/question-editor.tsx";
import { deadlineFault, reasonToStay } from "#web/features/circles/step-rules.ts";
import {
  creationOf,
  emptyDraft,
  isWorthKeeping,
  lastStep,
  reduceDraft,
  type WizardDraft,
} from "#web/features/circles/wizard-draft.ts";
import { CoverPicker } from "#web/features/covers/cover-picker.tsx";
import { FirstCard } from "#web/features/feedback/first-card.tsx";
import { PeopleEditor } from "#web/features/invites/people-editor.tsx";
import { countPeople } from "#web/features/invites/person-name.ts";
import { PerspectiveChoice } from "#web/features/invites/perspective-choice.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { Button } from "#web/ui/button.tsx";
import { Dock } from "#web/ui/dock.tsx";
import { ArrowLeftIcon, ClockIcon, MessagesSquareIcon, UsersIcon } from "#web/ui/icons.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { notifyError, notifySuccess } from "#web/ui/toast.ts";

const step_titles = ["What are you exploring?", "Questions", "Invitees", "Final details"];
const reason_id = "step-reason";

/** /create: each step asks for one kind of thing. What has been written stays in this browser until it is created. */
export function CreateScreen() {
  const session = useSession();
  return session.kind === "signed_in" ? <Wizard userId={session.person.user_id} /> : null;
}

interface Opening {
  draft: WizardDraft;
  isKept: boolean;
}

function openWizard(userId: string): Opening {
  const kept = findDraft(userId);
  return kept !== undefined && isWorthKeeping(kept)
    ? { draft: kept, isKept: true }
    : { draft: emptyDraft(newCreateKey()), isKept: false };
}

function Wizard({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const account = useAccount();
  const config = useConfig();
  const creation = useCreateCircle(userId, (error) => notifyError(creationFailure(error)));
  const [opening] = useState(() => openWizard(userId));
  const [draft, dispatch] = useReducer(reduceDraft, opening.draft);
  const [isKept, setIsKept] = useState(opening.isKept);
  const [isUploading, setUploading] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  const [deadlineError, setDeadlineError] = useState<string>();
  const isCreated = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(draft.step);

  const title = step_titles[draft.step - 1];
  const words = `Step ${draft.step} of ${lastStep}`;
  const reason = isUploading ? "Your picture is still on its way." : reasonToStay(draft);
  const today = dayIn(account.data?.time_zone ?? browserTimeZone(), new Date());
  const hasName = (account.data?.full_name ?? "") !== "";

  useDocumentTitle(words);

  useEffect(() => {
    if (isCreated.current) return;
    if (isWorthKeeping(draft)) keepDraft(userId, draft);
    else forgetDraft(userId);
  }, [userId, draft]);

  useEffect(() => {
    if (shownStep.current === draft.step) return;
    shownStep.current = draft.step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [draft.step]);

  const change = (fields: Partial<Omit<WizardDraft, "create_key" | "questions">>) =>
    dispatch({ type: "change", fields });

  function goTo(step: number) {
    setShowMissing(false);
    setIsKept(false);
    change({ step });
  }

  function proceed() {
    const emptyId = draft.step === 2 ? firstEmptyQuestionId(draft.questions) : undefined;
    if (emptyId !== undefined) {
      setShowMissing(true);
      notifyError(errorMessage("question_empty"));
      document.getElementById(emptyId)?.focus();
    } else if (draft.step < lastStep) {
      goTo(draft.step + 1);
    } else {
      create();
    }
  }

  function create() {
    const fault = deadlineFault(draft, today);
    setDeadlineError(fault);
    if (fault !== undefined) {
      notifyError(fault);
      return;
    }
    creation.mutate(creationOf(draft, hasName), {
      onSuccess: ({ circle }) => {
        isCreated.current = true;
        notifySuccess("Paraline created successfully!");
        void navigate(sharePath(circle.id), { state: { circleId: circle.id }, replace: true });
      },
    });
  }

  function startOver() {
    setIsKept(false);
    setShowMissing(false);
    dispatch({ type: "start_over", draft: emptyDraft(newCreateKey()) });
  }

  return (
    <div className="split">
      <form
        className="wizard narrow"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !creation.isPending) proceed();
        }}
      >
        <Progress value={draft.step} max={lastStep} words={words} />
        <h1 className="title" tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {isKept && (
          <p className="row between" role="status">
            <span className="small ink-2">You had begun this one. It is as you left it.</span>
            <Button kind="quiet" onClick={startOver}>
              Start over
            </Button>
          </p>
        )}
        {draft.step === 1 && (
          <ExploringStep draft={draft} onChange={change}>
            <CoverPicker
              src={draft.cover_image_url}
              onChange={(cover_image_url) => change({ cover_image_url })}
              onUploading={setUploading}
            />
          </ExploringStep>
        )}
        {draft.step === 2 && (
          <QuestionEditor draft={draft} dispatch={dispatch} showMissing={showMissing} />
        )}
        {draft.step === 3 && (
          <div className="stack g8">
            <PerspectiveChoice
              isAnonymous={draft.is_anonymous}
              peopleCount={draft.people.length}
              onChange={(is_anonymous) => change({ is_anonymous })}
            />
            <PeopleEditor
              people={draft.people}
              entry={draft.entry}
              ownerEmail={account.data?.email}
              onEntryChange={(entry) => change({ entry })}
              onPeopleChange={(people) => change({ people })}
            />
          </div>
        )}
        {draft.step === lastStep && (
          <FinalStep
            draft={draft}
            today={today}
            deadlineError={deadlineError}
            asksName={account.data !== undefined && !hasName}
            onChange={(fields) => {
              setDeadlineError(undefined);
              change(fields);
            }}
          >
            <section className="stack g3" aria-labelledby="preview">
              <h2 className="subhead" id="preview">
                Preview
              </h2>
              <div className="sheet pad stack g6">
                <FirstCard
                  view={previewOf(draft, account.data)}
                  insights={config.data?.insights ?? "off"}
                  titleAs="h3"
                />
                <QuestionPreview questions={draft.questions} />
              </div>
            </section>
          </FinalStep>
        )}
        <Dock reason={reason} reasonId={reason_id}>
          {draft.step > 1 ? (
            <Button kind="quiet" onClick={() => goTo(draft.step - 1)}>
              <ArrowLeftIcon />
              Back
            </Button>
          ) : (
            <span className="only-wide" />
          )}
          <Button
            kind="primary"
            type="submit"
            unavailable={reason !== undefined}
            aria-describedby={reason === undefined ? undefined : reason_id}
            busy={creation.isPending}
            busyWords={draft.step === lastStep ? "Creating..." : undefined}
          >
            {draft.step === lastStep ? "Create Paraline" : "Continue"}
          </Button>
        </Dock>
      </form>
      {draft.step < lastStep && (
        <SidePreview draft={draft}>
          {draft.step > 1 && (
            <p className="meta num">
              <span>
                <MessagesSquareIcon />
                {draft.questions.length} {draft.questions.length === 1 ? "question" : "questions"}
              </span>
              {draft.step === 2 ? (
                <span>
                  <ClockIcon />
                  {estimatedMinutes(draft.questions.length)} minutes
                </span>
              ) : (
                <span>
                  <UsersIcon />
                  {countPeople(draft.people.length)}
                </span>
              )}
            </p>
          )}
        </SidePreview>
      )}
    </div>
  );
}

/** The paraline as its link will open it for each of the people on the list. */
function previewOf(draft: WizardDraft, account: Account | undefined): OpenInviteView {
  const name = account?.full_name || draft.owner_name.trim();
  return {
    circle: {
      ...draft,
      deadline: draft.deadline || null,
      questions: draft.questions.map((question, index) => ({ ...question, id: index + 1 })),
    },
    owner_name: name || null,
    people_count: draft.people.length,
  };
}

/** The server's own sentence where it refused for a reason; the wizard stays either way. */
function creationFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return "Failed to create paraline";
  if (isSignedOut(error.code)) return "You must be logged in to create a paraline";
  const hasReason = error.status >= 400 && error.status < 500;
  return hasReason ? error.message : "Failed to create paraline";
}
