import { useState } from "react";
import { useSearchParams } from "react-router";
import { isSignedOut } from "#contract/errors.ts";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { sharePath } from "#contract/paths.ts";
import { addDays } from "#contract/values/days.ts";
import { ApiError } from "#web/client/api.ts";
import { useSession } from "#web/client/auth/use-session.ts";
import { formatReason } from "#web/client/error-message.ts";
import { createUuid } from "#web/client/uuid.ts";
import { useAccount, useToday } from "#web/features/account/hooks.ts";
import { DeadlineField, useDeadlineCheck } from "#web/features/circles/deadline-field.tsx";
import { findDraft } from "#web/features/circles/draft/draft-storage.ts";
import {
  presetLanguage,
  readLastLanguage,
  storeLastLanguage,
} from "#web/features/circles/draft/last-language.ts";
import { keptDraftSchema } from "#web/features/circles/draft/shared-draft.ts";
import { incompleteReason } from "#web/features/circles/draft/step-rules.ts";
import { useTemplates } from "#web/features/circles/draft/templates.ts";
import {
  emptyDraft,
  hasContent,
  toCreateInput,
  type WizardDraft,
  wizardDraftSchema,
} from "#web/features/circles/draft/wizard-draft.ts";
import { useCreateCircle } from "#web/features/circles/hooks.ts";
import { QuestionEditor } from "#web/features/circles/wizard/question-editor.tsx";
import { readStep } from "#web/features/circles/wizard/use-step.ts";
import { type OpenedDraft, useWizard } from "#web/features/circles/wizard/use-wizard.ts";
import { WizardLoading } from "#web/features/circles/wizard/wizard-loading.tsx";
import { BoardBalance } from "#web/features/invites/add/board-balance.tsx";
import { PeopleEditor } from "#web/features/invites/add/people-editor.tsx";
import { PerspectiveChoice } from "#web/features/invites/add/perspective-choice.tsx";
import { formatPeopleCount } from "#web/features/invites/person-name.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { InputField } from "#web/ui/fields/input-field.tsx";
import { tooLong } from "#web/ui/fields/too-long.ts";
import { UsersIcon } from "#web/ui/icons/icons.tsx";
import { notifyError, notifySuccess } from "#web/ui/toasts/toast.ts";
import { CircleWizard } from "./circle-wizard.tsx";
import { EditCircle } from "./edit-circle.tsx";

/** /create: each step asks for one kind of thing. With ?edit={id} it edits an existing circle. */
export function CreateScreen() {
  const session = useSession();
  const [search] = useSearchParams();
  const editedId = search.get("edit");
  if (session.kind !== "signed_in") return null;
  const { user_id } = session.person;
  return editedId === null ? (
    <CreateCircle userId={user_id} />
  ) : (
    <EditCircle key={editedId} userId={user_id} circleId={editedId} />
  );
}

/** The deadline that is suggested for an anonymous circle, in days from today. */
const suggestedDays = 7;
const steps = [1, 2, 3, 4] as const;
const keptSchema = keptDraftSchema(wizardDraftSchema);

function openWizard(userId: string, language: Language): OpenedDraft<WizardDraft> {
  const kept = findDraft({ user_id: userId }, keptSchema);
  return kept !== undefined && hasContent(kept.draft)
    ? { ...kept, isKept: true }
    : { draft: emptyDraft(createUuid(), language), step: 1, isKept: false };
}

/** Waits for the templates of the language in which the wizard opens. */
function CreateCircle({ userId }: { userId: string }) {
  const [language] = useState(
    () => findDraft({ user_id: userId }, keptSchema)?.draft.language ?? presetLanguage(),
  );
  const [search] = useSearchParams();
  return useTemplates(language) ? (
    <CreateWizard userId={userId} language={language} />
  ) : (
    <WizardLoading title="Create Paraline" step={readStep(search, steps) ?? 1} />
  );
}

function CreateWizard({ userId, language }: { userId: string; language: Language }) {
  const account = useAccount();
  const today = useToday();
  const deadlineCheck = useDeadlineCheck(today);
  const creation = useCreateCircle(userId, (error) => {
    if (error instanceof ApiError && error.path?.at(0) === "deadline") {
      deadlineCheck.refuse(error.message);
    } else {
      notifyError(creationFailure(error));
    }
  });
  const [opening] = useState(() => openWizard(userId, language));
  const [opensLanguage] = useState(() => opening.draft.language !== readLastLanguage(userId));
  const wizard = useWizard({
    place: { user_id: userId },
    schema: keptSchema,
    opening,
    steps,
    isWorthKeeping: hasContent,
    reasonToStay: incompleteReason,
    createDraft: () => emptyDraft(createUuid(), language),
    onFinish: create,
  });
  const { draft, dispatch, change } = wizard;
  const hasName = (account.data?.full_name ?? "") !== "";

  function create() {
    if (deadlineCheck.isRefused(draft.deadline)) return;
    creation.mutate(toCreateInput(draft, hasName), {
      onSuccess: ({ circle }) => {
        notifySuccess("Paraline created successfully!");
        storeLastLanguage(userId, draft.language);
        wizard.finish(sharePath(circle.id), { state: { circleId: circle.id } });
      },
    });
  }

  return (
    <CircleWizard
      wizard={wizard}
      busy={creation.isPending}
      finishLabel="Create Paraline"
      busyLabel="Creating..."
      startOverLabel="Start over"
      keptLabel="We restored your draft."
      facts={
        wizard.step === 3 && (
          <span>
            <UsersIcon />
            {formatPeopleCount(draft.people.length)}
          </span>
        )
      }
      opensLanguage={opensLanguage}
      asked={{
        owner_name: account.data?.full_name || draft.owner_name.trim(),
        people_count: draft.people.length,
        is_anonymous: draft.is_anonymous,
      }}
      finalFields={
        <>
          <div className="stack g3 start">
            <DeadlineField
              hint={draft.is_anonymous ? "Answers stay sealed until then." : undefined}
              check={deadlineCheck}
              value={draft.deadline}
              onChange={(deadline) => change({ deadline })}
            />
            {draft.is_anonymous && draft.deadline === "" && (
              <Button onClick={() => change({ deadline: addDays(today, suggestedDays) })}>
                Close it in {suggestedDays} days
              </Button>
            )}
          </div>
          {account.data !== undefined && !hasName && (
            <InputField
              frame="owner-name"
              label="Your name, so that they know who is asking"
              optional
              error={tooLong(draft.owner_name, limits.nameCharacters)}
              autoComplete="name"
              value={draft.owner_name}
              onChange={(event) => change({ owner_name: event.target.value })}
            />
          )}
        </>
      }
    >
      {wizard.step === 2 && (
        <QuestionEditor draft={draft} dispatch={dispatch} showMissing={wizard.showMissing} />
      )}
      {wizard.step === 3 && (
        <div className="stack g8">
          <PerspectiveChoice
            isAnonymous={draft.is_anonymous}
            peopleCount={draft.people.length}
            onChange={(isAnonymous) => change({ is_anonymous: isAnonymous })}
          />
          <PeopleEditor
            people={draft.people}
            entry={draft.entry}
            pasted={draft.pasted}
            ownerEmails={account.data ? [account.data.email] : []}
            onEntryChange={(entry) => change({ entry })}
            onPastedChange={(pasted) => change({ pasted })}
            onPeopleChange={(people) => change({ people })}
          />
          <BoardBalance people={draft.people} />
        </div>
      )}
    </CircleWizard>
  );
}

function creationFailure(error: unknown): string {
  if (error instanceof ApiError && isSignedOut(error.code)) {
    return "You must be logged in to create a paraline";
  }
  return formatReason(error, "Failed to create paraline");
}
