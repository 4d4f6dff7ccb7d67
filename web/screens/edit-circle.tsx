import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { CircleDetails } from "#contract/circles/circles.ts";
import { errorMessage } from "#contract/errors.ts";
import { editPath, paths } from "#contract/paths.ts";
import { formatDay } from "#contract/values/days.ts";
import { ApiError } from "#web/client/api.ts";
import { formatReason } from "#web/client/error-message.ts";
import { useAccount, useToday } from "#web/features/account/hooks.ts";
import { AskMorePeople } from "#web/features/circles/actions/ask-more-people.tsx";
import { DeadlineField, useDeadlineCheck } from "#web/features/circles/deadline-field.tsx";
import { findDraft } from "#web/features/circles/draft/draft-storage.ts";
import {
  createEditDraft,
  type EditDraft,
  editDraftSchema,
  isEdited,
  markStoredQuestions,
  rebase,
} from "#web/features/circles/draft/edit-draft.ts";
import { joinInSentence } from "#web/features/circles/draft/join-in-sentence.ts";
import { readLinkedQuestion } from "#web/features/circles/draft/question-link.ts";
import { keptDraftSchema } from "#web/features/circles/draft/shared-draft.ts";
import { editIncompleteReason } from "#web/features/circles/draft/step-rules.ts";
import { useTemplates } from "#web/features/circles/draft/templates.ts";
import { useUpdateCircle } from "#web/features/circles/draft/use-update-circle.ts";
import { useCircle } from "#web/features/circles/hooks.ts";
import { AnsweredNotice } from "#web/features/circles/wizard/answered-notice.tsx";
import { FixedQuestions } from "#web/features/circles/wizard/fixed-questions.tsx";
import { LanguageName } from "#web/features/circles/wizard/language-field.tsx";
import { QuestionEditor } from "#web/features/circles/wizard/question-editor.tsx";
import { readStep } from "#web/features/circles/wizard/use-step.ts";
import { type OpenedDraft, useWizard } from "#web/features/circles/wizard/use-wizard.ts";
import { WizardLoading } from "#web/features/circles/wizard/wizard-loading.tsx";
import { FailedLoad } from "#web/shell/failed-load.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { WrittenText } from "#web/ui/text/written-text.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { CircleWizard } from "./circle-wizard.tsx";
import { insightsPath } from "./results-tabs.ts";

const title = "Edit Paraline";
const failure = "Failed to load paraline";
/** The step for the people is left out, because they are not changed here. */
const steps = [1, 2, 4] as const;
const keptSchema = keptDraftSchema(editDraftSchema);

export function EditCircle({ userId, circleId }: { userId: string; circleId: string }) {
  const circle = useCircle(circleId, failure);
  const [search] = useSearchParams();
  const hasTemplates = useTemplates(circle.data?.language);
  if (circle.data !== undefined && hasTemplates) {
    return (
      <EditWizard userId={userId} circle={circle.data} onChanged={() => void circle.refetch()} />
    );
  }
  if (!circle.isError) return <WizardLoading title={title} step={readStep(search, steps) ?? 1} />;
  return (
    <>
      <PageHead title={title} />
      <FailedLoad sentence={failure} queries={[circle]} />
    </>
  );
}

/** Whether nothing that invitees read can change any more. */
function areTextsFixed(circle: CircleDetails): boolean {
  return circle.is_anonymous && circle.is_fixed;
}

/** The draft without changes of what invitees read. */
function withStoredTexts(draft: EditDraft): EditDraft {
  const { deadline } = draft;
  return { ...draft, ...draft.base, questions: markStoredQuestions(draft), deadline };
}

function openEdit(
  userId: string,
  circle: CircleDetails,
): OpenedDraft<EditDraft> & { contested: string[] } {
  const kept = findDraft({ user_id: userId, circle_id: circle.id }, keptSchema);
  const fresh = { draft: createEditDraft(circle), step: 1, isKept: false, contested: [] };
  if (kept === undefined) return fresh;
  const { draft: rebased, contested } = rebase(kept.draft, circle);
  const draft = areTextsFixed(circle) ? withStoredTexts(rebased) : rebased;
  // The deadline of a circle that has closed in the meantime can only be set by reopening it.
  if (circle.status === "completed") draft.deadline = draft.base.deadline;
  return isEdited(draft)
    ? { draft, step: kept.step, contested, isKept: true }
    : { ...fresh, isSpent: true };
}

function openAtQuestion<O extends OpenedDraft<EditDraft>>(
  opening: O,
  linkedId: number | undefined,
): O {
  const { draft } = opening;
  const isThere = linkedId !== undefined && draft.questions.some(({ id }) => id === linkedId);
  return isThere ? { ...opening, step: 2 } : opening;
}

function EditWizard({
  userId,
  circle,
  onChanged,
}: {
  userId: string;
  circle: CircleDetails;
  onChanged: () => void;
}) {
  const account = useAccount();
  const isFixed = areTextsFixed(circle);
  const deadlineCheck = useDeadlineCheck(useToday());
  const update = useUpdateCircle(userId, circle.id, refuse);
  const linkedId = readLinkedQuestion(useSearchParams()[0]);
  const [opening] = useState(() => openAtQuestion(openEdit(userId, circle), linkedId));
  const [contested, setContested] = useState<{ parts: string[]; open: boolean }>();
  const wizard = useWizard({
    place: { user_id: userId, circle_id: circle.id },
    schema: keptSchema,
    opening,
    steps,
    isWorthKeeping: isEdited,
    reasonToStay: editIncompleteReason,
    createDraft: () => createEditDraft(circle),
    onFinish: () => store(false),
  });
  const { draft, dispatch, change } = wizard;

  function store(overrules: boolean) {
    const isKept = draft.deadline === draft.base.deadline;
    if (deadlineCheck.isRefused(draft.deadline, { isKept })) return;
    update.mutate(
      { draft, overrules },
      {
        onSuccess: (outcome) => {
          if (outcome.kind === "contested") {
            setContested({ parts: outcome.contested, open: true });
            return;
          }
          notifySuccess("Paraline updated successfully!");
          wizard.finish(linkedId === undefined ? paths.circles : insightsPath(circle.id));
        },
        onError: () => setContested(undefined),
      },
    );
  }

  function refuse(error: unknown) {
    if (error instanceof ApiError && ["circle_closed", "circle_final"].includes(error.code)) {
      // The circle has closed in the meantime. The next click stores the rest.
      change({ deadline: draft.base.deadline });
      onChanged();
    } else if (error instanceof ApiError && error.code === "circle_fixed") {
      dispatch({ type: "replace", draft: withStoredTexts(draft) });
      onChanged();
    } else if (error instanceof ApiError && error.path?.at(0) === "deadline") {
      deadlineCheck.refuse(error.message);
      return;
    }
    notifyError(formatReason(error, "Failed to update paraline"));
  }

  return (
    <>
      <CircleWizard
        wizard={wizard}
        title={title}
        busy={update.isPending}
        finishLabel="Update Paraline"
        busyLabel="Updating..."
        startOverLabel="Discard my changes"
        keptLabel={
          <>
            We restored your unsaved changes.
            {opening.contested.length > 0 &&
              ` Also edited in another tab or on another device: ${joinInSentence(opening.contested)}.`}
          </>
        }
        asked={{
          owner_name: account.data?.full_name ?? "",
          people_count: circle.invites_count,
          is_anonymous: circle.is_anonymous,
        }}
        fixedTexts={isFixed ? <FixedTexts circle={circle} /> : undefined}
        finalFields={
          circle.status === "completed" ? (
            <ClosedDeadline deadline={draft.deadline} isFinal={circle.is_anonymous} />
          ) : (
            <DeadlineField
              hint={isFixed ? "It can be moved later, but not earlier." : undefined}
              check={deadlineCheck}
              value={draft.deadline}
              onChange={(deadline) => change({ deadline })}
            />
          )
        }
      >
        {wizard.step === 2 &&
          (isFixed ? (
            <FixedQuestions
              questions={draft.questions}
              linkedId={linkedId}
              onChange={(key, fields) => dispatch({ type: "change_question", key, fields })}
            />
          ) : (
            <>
              <AnsweredNotice circle={circle} />
              <QuestionEditor
                draft={draft}
                dispatch={dispatch}
                showMissing={wizard.showMissing}
                linkedId={linkedId}
              />
            </>
          ))}
      </CircleWizard>
      <ConfirmDialog
        open={contested?.open ?? false}
        onOpenChange={(open) => setContested((before) => before && { ...before, open })}
        title="Edited in another tab"
        description={`Changed in another tab or on another device since you started: ${joinInSentence(contested?.parts ?? [])}. Saving will overwrite those changes.`}
        cancelLabel="Keep editing"
        confirmLabel="Save mine"
        busyLabel="Updating..."
        busy={update.isPending}
        onConfirm={() => store(true)}
      />
    </>
  );
}

function FixedTexts({ circle }: { circle: CircleDetails }) {
  const navigate = useNavigate();
  return (
    <div className="stack g6">
      <AskMorePeople circle={circle} onCopied={(copyId) => void navigate(editPath(copyId))} />
      <div className="sheet pad stack g4">
        <h2 className="heading" dir="auto">
          {circle.title}
        </h2>
        <WrittenText>{circle.description}</WrittenText>
        <WrittenText>{circle.what_they_ask}</WrittenText>
        <p className="ink-2">
          Language of the questions: <LanguageName language={circle.language} />
        </p>
      </div>
    </div>
  );
}

function ClosedDeadline({ deadline, isFinal }: { deadline: string; isFinal: boolean }) {
  return (
    <dl className="stack g2">
      <dt className="field-label">Response deadline</dt>
      <dd className="num">{deadline === "" ? "None" : formatDay(deadline)}</dd>
      <dd className="hint">
        {isFinal
          ? errorMessage("circle_final")
          : "This paraline has closed. Reopen it to set a new deadline."}
      </dd>
    </dl>
  );
}
