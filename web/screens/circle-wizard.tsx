import type { ReactNode } from "react";
import type { OpenInviteView } from "#contract/feedback/feedback.ts";
import type { InsightsUse } from "#contract/insights/insights.ts";
import { findTextDirection } from "#contract/languages.ts";
import { useMessagesIn } from "#web/client/messages-in.ts";
import { PageMessagesContext } from "#web/client/page-messages.ts";
import { useConfig } from "#web/client/use-config.ts";
import { loadTemplates } from "#web/features/circles/draft/templates.ts";
import { lastStep, type WrittenCircle } from "#web/features/circles/draft/wizard-draft.ts";
import { QuestionPreview } from "#web/features/circles/wizard/circle-preview.tsx";
import { ExploringStep } from "#web/features/circles/wizard/exploring-step.tsx";
import {
  stepLabel,
  WizardFrame,
  type WizardLabels,
} from "#web/features/circles/wizard/wizard-frame.tsx";
import { CoverPicker } from "#web/features/covers/cover-picker.tsx";
import { FirstCard } from "#web/features/feedback/first-card.tsx";
import { useDocumentTitle } from "#web/shell/document-title.ts";

interface Asked {
  owner_name: string;
  /** Null if anyone with the link of an anonymous circle can answer. */
  people_count: number | null;
  is_anonymous: boolean;
}

export function CircleWizard<D extends WrittenCircle>({
  asked,
  opensLanguage = false,
  fixedTexts,
  finalFields,
  children,
  ...frame
}: WizardLabels<D> & {
  asked: Asked;
  /** Whether the first step asks for the language, rather than only showing it. */
  opensLanguage?: boolean;
  /** The first step of a circle whose texts can no longer change. */
  fixedTexts?: ReactNode;
  finalFields: ReactNode;
  children: ReactNode;
}) {
  const { draft, step, change, dispatch, setUploading } = frame.wizard;
  const config = useConfig();
  const stepTitle = stepLabel(step);
  useDocumentTitle(frame.title === undefined ? stepTitle : `${frame.title}, ${stepTitle}`);

  return (
    <WizardFrame {...frame}>
      {step === 1 &&
        (fixedTexts ?? (
          <ExploringStep
            draft={draft}
            opensLanguage={opensLanguage}
            onChange={change}
            onLanguageChange={(language) => {
              change({ language });
              void loadTemplates(language).then(() => dispatch({ type: "translate_questions" }));
            }}
          >
            <CoverPicker
              src={draft.cover_image_url}
              onChange={(coverImageUrl) => change({ cover_image_url: coverImageUrl })}
              onUploading={setUploading}
            />
          </ExploringStep>
        ))}
      {children}
      {step === lastStep && (
        <div className="stack g8">
          {finalFields}
          <Preview
            draft={draft}
            asked={asked}
            insights={config.data?.insights ?? "off"}
            isFixed={fixedTexts !== undefined}
          />
        </div>
      )}
    </WizardFrame>
  );
}

function Preview({
  draft,
  asked,
  insights,
  isFixed,
}: {
  draft: WrittenCircle;
  asked: Asked;
  insights: InsightsUse;
  isFixed: boolean;
}) {
  const messages = useMessagesIn(draft.language);
  const view: OpenInviteView = {
    is_further: false,
    circle: {
      ...draft,
      is_anonymous: asked.is_anonymous,
      deadline: draft.deadline || null,
      questions: draft.questions.map((question, index) => ({ ...question, id: index + 1 })),
    },
    owner_name: asked.owner_name || null,
    people_count: asked.people_count,
  };
  return (
    <section className="stack g3" aria-labelledby="preview">
      <h2 className="subhead" id="preview">
        Preview
      </h2>
      {asked.is_anonymous && !isFixed && (
        <p className="ink-2 reading">
          Look for typos here: nothing can be changed once it is sent.
        </p>
      )}
      <div className="sheet pad stack g6">
        <PageMessagesContext value={messages}>
          <div lang={messages.language} dir={findTextDirection(messages.language)}>
            <FirstCard view={view} insights={insights} titleAs="h3" />
          </div>
        </PageMessagesContext>
        <QuestionPreview questions={draft.questions} />
      </div>
    </section>
  );
}
