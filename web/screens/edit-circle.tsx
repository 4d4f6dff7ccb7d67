import { useEffect, useReducer, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Account } from "#contract/account.ts";
import type { CircleDetails } from "#contract/circles.ts";
import { errorMessage } from "#contract/errors.ts";
import type { OpenInviteView } from "#contract/feedback.ts";
import { paths } from "#contract/paths.ts";
import { ApiError } from "#web/client/api.ts";
import { formatDay } from "#web/client/dates.ts";
import { useConfig } from "#web/client/use-config.ts";
import { useAccount } from "#web/features/account/read-account.ts";
import { useToday } from "#web/features/account/use-today.ts";
import { AnsweredNotice } from "#web/features/circles/answered-notice.tsx";
import { DeadlineField, useDeadlineCheck } from "#web/features/circles/deadline-field.tsx";
import { findDraft, forgetDraft, keepDraft } from "#web/features/circles/draft-storage.ts";
import {
  type EditDraft,
  editDraftSchema,
  editOf,
  isEdited,
  rebase,
} from "#web/features/circles/edit-draft.ts";
import { ExploringStep } from "#web/features/circles/exploring-step.tsx";
import { QuestionPreview, SidePreview } from "#web/features/circles/letter-preview.tsx";
import { LockedQuestions } from "#web/features/circles/locked-questions.tsx";
import { PreviewFacts } from "#web/features/circles/preview-facts.tsx";
import { firstEmptyQuestionId, QuestionEditor } from "#web/features/circles/question-editor.tsx";
import { useCircle } from "#web/features/circles/read-circle.ts";
import { reasonToMend } from "#web/features/circles/step-rules.ts";
import { useUpdateCircle } from "#web/features/circles/update-circle.ts";
import { lastStep, reduceDraft } from "#web/features/circles/wizard-draft.ts";
import { KeptNotice, stepWords, WizardFrame } from "#web/features/circles/wizard-frame.tsx";
import { CoverPicker } from "#web/features/covers/cover-picker.tsx";
import { FirstCard } from "#web/features/feedback/first-card.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { LoadingMark } from "#web/ui/loading-mark.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { notifyError, notifySuccess } from "#web/ui/toast.ts";

const title = "Edit Paraline";
const failure = "Failed to load paraline";

/** Edit mode: the wizard of a paraline there is already, without its people. */
export function EditCircle({ userId, circleId }: { userId: string; circleId: string }) {
  const circle = useCircle(circleId, failure);
  if (circle.data !== undefined) {
    return (
      <EditWizard userId={userId} circle={circle.data} onChanged={() => void circle.refetch()} />
    );
  }
  // no title yet: the focus waits for the one that stays
  if (!circle.isError) return <LoadingMark />;
  return (
    <>
      <PageHead title={title} />
      <FailedLoad sentence={failure} onRetry={() => void circle.refetch()} />
    </>
  );
}

/** Changed ones would tell before or after which change somebody has answered. */
function areQuestionsLocked(circle: CircleDetails): boolean {
  return circle.is_anonymous && circle.is_mode_locked;
}

interface Opening {
  draft: EditDraft;
  isKept: boolean;
  contested: string[];
}

function openEdit(userId: string, circle: CircleDetails): Opening {
  const kept = findDraft({ user_id: userId, circle_id: circle.id }, editDraftSchema);
  const fresh = { draft: editOf(circle), isKept: false, contested: [] };
  if (kept === undefined || !isEdited(kept)) return fresh;
  const { draft, contested } = rebase(kept, circle);
  // the day of one that has closed meanwhile can only be set by reopening
  if (circle.status === "completed") draft.deadline = draft.base.deadline;
  if (areQuestionsLocked(circle)) draft.questions = draft.base.questions;
  return isEdited(draft) ? { draft, contested, isKept: true } : fresh;
}

function EditWizard({
  userId,
  circle,
  onChanged,
}: {
  userId: string;
  circle: CircleDetails;
  /** The paraline turns out to have closed meanwhile, or to have sent its first invitation. */
  onChanged: () => void;
}) {
  const navigate = useNavigate();
  const account = useAccount();
  const config = useConfig();
  const update = useUpdateCircle(userId, circle.id, refuse);
  const [opening] = useState(() => openEdit(userId, circle));
  const [draft, dispatch] = useReducer(reduceDraft<EditDraft>, opening.draft);
  const [isKept, setIsKept] = useState(opening.isKept);
  const [isUploading, setUploading] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  const [contested, setContested] = useState<{ parts: string[]; open: boolean }>();
  const isStored = useRef(false);

  const reason = isUploading ? "Your picture is still on its way." : reasonToMend(draft);
  const deadlineCheck = useDeadlineCheck(useToday());

  useDocumentTitle(`${title}, ${stepWords(draft.step)}`);

  useEffect(() => {
    if (isStored.current) return;
    const place = { user_id: userId, circle_id: circle.id };
    if (isEdited(draft)) keepDraft(place, draft);
    else forgetDraft(place);
  }, [userId, circle.id, draft]);

  const change = (fields: Partial<Omit<EditDraft, "base" | "questions">>) =>
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
      goTo(draft.step === 1 ? 2 : lastStep);
    } else {
      store(false);
    }
  }

  function store(overrules: boolean) {
    const is_kept = draft.deadline === draft.base.deadline;
    if (deadlineCheck.isRefused(draft.deadline, { is_kept })) return;
    update.mutate(
      { draft, overrules },
      {
        onSuccess: (outcome) => {
          if (outcome.kind === "contested") {
            setContested({ parts: outcome.contested, open: true });
            return;
          }
          isStored.current = true;
          notifySuccess("Paraline updated successfully!");
          void navigate(paths.circles);
        },
        onError: () => setContested(undefined),
      },
    );
  }

  function refuse(error: unknown) {
    if (error instanceof ApiError && error.code === "circle_closed") {
      // closed meanwhile: the next press stores the rest
      change({ deadline: draft.base.deadline });
      onChanged();
    } else if (error instanceof ApiError && error.code === "circle_questions_locked") {
      dispatch({ type: "start_over", draft: { ...draft, questions: draft.base.questions } });
      onChanged();
    } else if (error instanceof ApiError && error.path?.at(0) === "deadline") {
      deadlineCheck.refuse(error.message);
      return;
    }
    notifyError(updateFailure(error));
  }

  function startOver() {
    setIsKept(false);
    setShowMissing(false);
    dispatch({ type: "start_over", draft: editOf(circle) });
  }

  return (
    <>
      <WizardFrame
        title={title}
        step={draft.step}
        reason={reason}
        busy={update.isPending}
        finishWords="Update Paraline"
        busyWords="Updating..."
        onBack={() => goTo(draft.step === lastStep ? 2 : draft.step - 1)}
        onProceed={proceed}
        aside={
          draft.step < lastStep && (
            <SidePreview draft={draft}>
              {draft.step > 1 && <PreviewFacts questionCount={draft.questions.length} />}
            </SidePreview>
          )
        }
      >
        {isKept && (
          <KeptNotice startOverWords="Discard my changes" onStartOver={startOver}>
            You had begun to change this. It is as you left it.
            {opening.contested.length > 0 &&
              ` Meanwhile ${inWords(opening.contested)} changed elsewhere too.`}
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
        {draft.step === 2 &&
          (areQuestionsLocked(circle) ? (
            <LockedQuestions questions={draft.questions} />
          ) : (
            <>
              <AnsweredNotice circle={circle} />
              <QuestionEditor draft={draft} dispatch={dispatch} showMissing={showMissing} />
            </>
          ))}
        {draft.step === lastStep && (
          <div className="stack g8">
            {circle.status === "completed" ? (
              <ClosedDeadline deadline={draft.deadline} />
            ) : (
              <DeadlineField
                check={deadlineCheck}
                value={draft.deadline}
                onChange={(deadline) => change({ deadline })}
              />
            )}
            <section className="stack g3" aria-labelledby="preview">
              <h2 className="subhead" id="preview">
                Preview
              </h2>
              <div className="sheet pad stack g6">
                <FirstCard
                  view={previewOf(draft, circle, account.data)}
                  insights={config.data?.insights ?? "off"}
                  titleAs="h3"
                />
                <QuestionPreview questions={draft.questions} />
              </div>
            </section>
          </div>
        )}
      </WizardFrame>
      <ConfirmDialog
        open={contested?.open ?? false}
        onOpenChange={(open) => setContested((before) => before && { ...before, open })}
        title="Changed elsewhere meanwhile"
        description={`Since you began, ${inWords(contested?.parts ?? [])} changed in another tab or on another device. Yours would take the place of that.`}
        cancelWords="Keep editing"
        confirmWords="Save mine"
        busyWords="Updating..."
        busy={update.isPending}
        onConfirm={() => store(true)}
      />
    </>
  );
}

/** The day of a paraline that has closed is not changed here. */
function ClosedDeadline({ deadline }: { deadline: string }) {
  return (
    <dl className="stack g2">
      <dt className="field-label">Response deadline</dt>
      <dd className="num">{deadline === "" ? "None" : formatDay(deadline)}</dd>
      <dd className="hint">This paraline has closed. Reopen it to set a new deadline.</dd>
    </dl>
  );
}

/** The paraline as its link will open it for its people. */
function previewOf(
  draft: EditDraft,
  circle: CircleDetails,
  account: Account | undefined,
): OpenInviteView {
  return {
    circle: {
      ...draft,
      is_anonymous: circle.is_anonymous,
      deadline: draft.deadline || null,
      questions: draft.questions.map((question, index) => ({ ...question, id: index + 1 })),
    },
    owner_name: account?.full_name || null,
    people_count: circle.invites_count,
  };
}

/** The server's own sentence where it refused for a reason; the wizard stays either way. */
function updateFailure(error: unknown): string {
  const hasReason = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return hasReason ? error.message : "Failed to update paraline";
}

function inWords(parts: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(parts);
}
