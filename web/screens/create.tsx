import { useEffect, useReducer, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { Account } from "#contract/account.ts";
import { errorMessage, isSignedOut } from "#contract/errors.ts";
import type { OpenInviteView } from "#contract/feedback.ts";
import { sharePath } from "#contract/paths.ts";
import { ApiError } from "#web/client/api.ts";
import { useConfig } from "#web/client/use-config.ts";
import { useSession } from "#web/client/use-session.ts";
import { useAccount } from "#web/features/account/read-account.ts";
import { useToday } from "#web/features/account/use-today.ts";
import { useCreateCircle } from "#web/features/circles/create-circle.ts";
import { useDeadlineCheck } from "#web/features/circles/deadline-field.tsx";
import {
  findDraft,
  forgetDraft,
  keepDraft,
  newCreateKey,
} from "#web/features/circles/draft-storage.ts";
import { ExploringStep } from "#web/features/circles/exploring-step.tsx";
import { FinalStep } from "#web/features/circles/final-step.tsx";
import { QuestionPreview, SidePreview } from "#web/features/circles/letter-preview.tsx";
import { PreviewFacts } from "#web/features/circles/preview-facts.tsx";
import { firstEmptyQuestionId, QuestionEditor } from "#web/features/circles/question-editor.tsx";
import { reasonToStay } from "#web/features/circles/step-rules.ts";
import {
  creationOf,
  emptyDraft,
  isWorthKeeping,
  lastStep,
  reduceDraft,
  type WizardDraft,
  wizardDraftSchema,
} from "#web/features/circles/wizard-draft.ts";
import { KeptNotice, stepWords, WizardFrame } from "#web/features/circles/wizard-frame.tsx";
import { CoverPicker } from "#web/features/covers/cover-picker.tsx";
import { FirstCard } from "#web/features/feedback/first-card.tsx";
import { BoardBalance } from "#web/features/invites/board-balance.tsx";
import { PeopleEditor } from "#web/features/invites/people-editor.tsx";
import { countPeople } from "#web/features/invites/person-name.ts";
import { PerspectiveChoice } from "#web/features/invites/perspective-choice.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { UsersIcon } from "#web/ui/icons.tsx";
import { notifyError, notifySuccess } from "#web/ui/toast.ts";
import { EditCircle } from "./edit-circle.tsx";

/**
 * /create: each step asks for one kind of thing; with ?edit={id} a paraline there is already. What has been written
 * stays in this browser until it is stored.
 */
export function CreateScreen() {
  const session = useSession();
  const [search] = useSearchParams();
  const editedId = search.get("edit");
  if (session.kind !== "signed_in") return null;
  const { user_id } = session.person;
  return editedId === null ? (
    <Wizard userId={user_id} />
  ) : (
    <EditCircle key={editedId} userId={user_id} circleId={editedId} />
  );
}

interface Opening {
  draft: WizardDraft;
  isKept: boolean;
}

function openWizard(userId: string): Opening {
  const kept = findDraft({ user_id: userId }, wizardDraftSchema);
  return kept !== undefined && isWorthKeeping(kept)
    ? { draft: kept, isKept: true }
    : { draft: emptyDraft(newCreateKey()), isKept: false };
}

function Wizard({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const account = useAccount();
  const config = useConfig();
  const deadlineCheck = useDeadlineCheck(useToday());
  const creation = useCreateCircle(userId, (error) => {
    if (error instanceof ApiError && error.path?.at(0) === "deadline") {
      deadlineCheck.refuse(error.message);
    } else {
      notifyError(creationFailure(error));
    }
  });
  const [opening] = useState(() => openWizard(userId));
  const [draft, dispatch] = useReducer(reduceDraft<WizardDraft>, opening.draft);
  const [isKept, setIsKept] = useState(opening.isKept);
  const [isUploading, setUploading] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  const isCreated = useRef(false);

  const reason = isUploading ? "Your picture is still on its way." : reasonToStay(draft);
  const hasName = (account.data?.full_name ?? "") !== "";

  useDocumentTitle(stepWords(draft.step));

  useEffect(() => {
    if (isCreated.current) return;
    if (isWorthKeeping(draft)) keepDraft({ user_id: userId }, draft);
    else forgetDraft({ user_id: userId });
  }, [userId, draft]);

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
    if (deadlineCheck.isRefused(draft.deadline)) return;
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
    <WizardFrame
      step={draft.step}
      reason={reason}
      busy={creation.isPending}
      finishWords="Create Paraline"
      busyWords="Creating..."
      onBack={() => goTo(draft.step - 1)}
      onProceed={proceed}
      aside={
        draft.step < lastStep && (
          <SidePreview draft={draft}>
            {draft.step > 1 && (
              <PreviewFacts questionCount={draft.questions.length}>
                {draft.step === 3 && (
                  <span>
                    <UsersIcon />
                    {countPeople(draft.people.length)}
                  </span>
                )}
              </PreviewFacts>
            )}
          </SidePreview>
        )
      }
    >
      {isKept && (
        <KeptNotice startOverWords="Start over" onStartOver={startOver}>
          You had begun this one. It is as you left it.
        </KeptNotice>
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
          <BoardBalance people={draft.people} />
        </div>
      )}
      {draft.step === lastStep && (
        <FinalStep
          draft={draft}
          deadlineCheck={deadlineCheck}
          asksName={account.data !== undefined && !hasName}
          onChange={change}
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
    </WizardFrame>
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
