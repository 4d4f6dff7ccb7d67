import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCircle } from "#contract/circles/circles.ts";
import { questionTemplates } from "#contract/circles/questions.ts";
import type { Language } from "#contract/languages.ts";
import { deleteDraft, findDraft, saveDraft } from "./draft-storage.ts";
import { loadTemplates, templatesIn } from "./templates.ts";
import {
  areQuestionsEdited,
  createQuestionKey,
  emptyDraft,
  hasContent,
  isOfferedStance,
  offeredStance,
  reduceDraft,
  toCreateInput,
  type WizardAction,
  type WizardDraft,
  wizardDraftSchema,
} from "./wizard-draft.ts";

const fresh = emptyDraft("0b7f2a52-7f4f-4f6e-8a53-0c1c7d9c1f00");
const labels = (draft: WizardDraft) => draft.questions.map((question) => question.label);
const keys = (draft: WizardDraft) => draft.questions.map((question) => question.key);

function run(draft: WizardDraft, ...actions: WizardAction[]): WizardDraft {
  return actions.reduce((before, action) => reduceDraft(before, action), draft);
}

describe("the wizard's draft", () => {
  test("starts with the first template's questions and nothing worth keeping", () => {
    expect(labels(fresh)).toEqual(questionTemplates[0]?.questions.map(({ label }) => label));
    expect(hasContent(fresh)).toBe(false);
    expect(areQuestionsEdited(fresh)).toBe(false);
  });

  test("choosing a template replaces the questions with its own", () => {
    for (const { id, questions } of questionTemplates) {
      const chosen = run(fresh, { type: "choose_template", template_id: id });
      expect(chosen.questions.map(({ label, type }) => ({ label, type }))).toEqual(
        questions.map(({ label, type }) => ({ label, type })),
      );
      expect(areQuestionsEdited(chosen)).toBe(false);
    }
    const custom = run(fresh, { type: "choose_template", template_id: "custom" });
    expect(labels(custom)).toEqual(["", "", ""]);
    expect(areQuestionsEdited(custom)).toBe(false);
  });

  test("an edit, a move or a changed type makes the questions the owner's own", () => {
    const [first] = keys(fresh);
    const key = first ?? "";
    for (const action of [
      { type: "change_question", key, fields: { label: "Why me?" } },
      { type: "change_question", key, fields: { type: "rating" } },
      { type: "move_question", key, by: 1 },
      { type: "delete_question", key },
    ] satisfies WizardAction[]) {
      expect(areQuestionsEdited(run(fresh, action)), action.type).toBe(true);
    }
  });

  test("keeps the roles of its questions through a reload, and sends them to the server", () => {
    const [first = ""] = keys(fresh);
    const marked = run(
      fresh,
      { type: "add_stance", key: "added" },
      { type: "change_question", key: first, fields: { role: "worries" } },
    );
    expect(hasContent(marked)).toBe(true);
    const place = { user_id: "7a2d9a5e-0000-4000-8000-00000000000f" };
    saveDraft(place, marked);
    const kept = findDraft(place, wizardDraftSchema);
    deleteDraft(place);
    expect(kept?.questions).toEqual(marked.questions);
    const { questions } = toCreateInput(marked, true);
    expect([questions[0]?.role, questions[6]]).toEqual([
      "worries",
      {
        label: "Overall, how good a fit does this seem for me?",
        type: "rating",
        rating_labels: { low: "Poor fit", middle: "Neutral", high: "Great fit" },
        role: "stance",
      },
    ]);
    expect(run(marked, { type: "add_stance", key: "added" })).toBe(marked);
    // A role that the type cannot have is not sent.
    const chosen = run(marked, { type: "change_question", key: first, fields: { type: "choice" } });
    expect(toCreateInput(chosen, true).questions[0]?.role).toBeUndefined();
  });

  test("offers edited questions the stance question of the template they share most with", () => {
    const findStance = (templateId: string, edits: WizardAction[] = []) => {
      const chosen = run(fresh, { type: "choose_template", template_id: templateId }, ...edits);
      return offeredStance({ ...chosen, template_id: "" }).label;
    };
    expect(findStance("creative-idea")).toBe("Overall, how keen are you to see this idea made?");
    expect(findStance("custom")).toBe("Overall, how do you feel about this?");
  });

  test("another language takes questions that are still a template's, and leaves the owner's own", async () => {
    await Promise.all([loadTemplates("de"), loadTemplates("ar")]);
    const inLanguage = (draft: WizardDraft, language: Language) =>
      run(draft, { type: "change", fields: { language } }, { type: "translate_questions" });
    const german = inLanguage(fresh, "de");
    expect(german.language).toBe("de");
    expect(labels(german)).toEqual(templatesIn("de")[0]?.questions.map(({ label }) => label));
    expect(labels(german)).not.toEqual(labels(fresh));
    expect(hasContent(german)).toBe(false);
    expect(inLanguage(german, "en").questions).toEqual(fresh.questions);
    const [key = ""] = keys(german);
    const own = run(german, { type: "change_question", key, fields: { label: "Warum ich?" } });
    const rated = run(own, { type: "change_question", key, fields: { type: "rating" } });
    expect(rated.questions[0]?.rating_labels?.high).toBe("Passt sehr gut");
    const arabic = inLanguage(own, "ar");
    expect([arabic.language, arabic.questions]).toEqual(["ar", own.questions]);
    const chosen = run(arabic, { type: "choose_template", template_id: "creative-idea" });
    expect(labels(chosen)).toEqual(templatesIn("ar")[2]?.questions.map(({ label }) => label));
    expect(offeredStance(chosen)).toEqual(templatesIn("ar")[2]?.stance);
    expect(isOfferedStance(offeredStance(chosen))).toBe(true);
    expect(toCreateInput(chosen, true).language).toBe("ar");
  });

  test("a draft that was kept before drafts had a language is English", () => {
    const { language: _, ...before } = fresh;
    expect(wizardDraftSchema.parse(before)).toEqual(fresh);
  });

  test("a question keeps its key through a move", () => {
    const [one = "", two = ""] = keys(fresh);
    const turned = run(fresh, { type: "move_question", key: two, by: -1 });
    expect(keys(turned).slice(0, 2)).toEqual([two, one]);
    expect(run(fresh, { type: "move_question", key: one, by: -1 })).toEqual(fresh);
  });

  test("whatever is clicked, there are 1 to 8 questions with keys of their own", () => {
    const action = fc.oneof(
      fc.constant("add_question" as const),
      fc.nat({ max: 7 }),
      fc.constantFrom(...questionTemplates.map(({ id }) => id)),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        let draft = fresh;
        for (const step of actions) {
          if (typeof step === "number") {
            const key = keys(draft)[step] ?? "";
            draft = run(draft, { type: "delete_question", key });
          } else {
            draft = run(
              draft,
              step === "add_question"
                ? { type: step, key: createQuestionKey() }
                : { type: "choose_template", template_id: step },
            );
          }
          expect(draft.questions.length).toBeGreaterThanOrEqual(1);
          expect(draft.questions.length).toBeLessThanOrEqual(8);
          expect(new Set(keys(draft)).size).toBe(draft.questions.length);
        }
      }),
    );
  });

  test("is sent as the contract requires, without what only the editor needs", () => {
    const draft = run(
      fresh,
      { type: "choose_template", template_id: "personal-feedback" },
      {
        type: "change",
        fields: {
          title: "Maya’s question",
          description: "A bakery",
          what_they_ask: "Be frank",
          owner_name: " Maya ",
          people: [
            { first_name: "Ana", last_name: "", email: "ana@example.com" },
            { first_name: "Bo", last_name: "Lee", email: "bo@example.com" },
          ],
        },
      },
    );
    const body = toCreateInput(draft, false);
    expect(createCircle.body.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      deadline: null,
      owner_name: "Maya",
      invites: [
        { first_name: "Ana", last_name: null },
        { first_name: "Bo", last_name: "Lee" },
      ],
    });
    expect(body.questions[4]).toEqual(questionTemplates[4]?.questions[4]);
    expect(body.questions[5]).toMatchObject({ subtitle: "1-3 sentences" });
    expect(toCreateInput(draft, true)).not.toHaveProperty("owner_name");
  });
});

describe("the kept draft", () => {
  test("is kept through a reload, only for its own account, until the paraline is created", () => {
    const draft = run(fresh, { type: "change", fields: { title: "Move?" } });
    saveDraft({ user_id: "maya" }, draft);
    expect(findDraft({ user_id: "maya" }, wizardDraftSchema)).toEqual(draft);
    expect(findDraft({ user_id: "noor" }, wizardDraftSchema)).toBeUndefined();
    deleteDraft({ user_id: "maya" });
    expect(findDraft({ user_id: "maya" }, wizardDraftSchema)).toBeUndefined();
  });

  test("restores every text as it was typed, even one that will not be accepted", () => {
    const long = "long ".repeat(2000);
    const person = { first_name: long, last_name: long, email: long };
    const draft: WizardDraft = {
      ...fresh,
      title: long,
      description: long,
      what_they_ask: long,
      questions: [
        {
          key: "question-1",
          label: long,
          subtitle: long,
          type: "rating",
          rating_labels: { low: long, middle: " spaced ", high: "\u0000" },
        },
      ],
      people: [person],
      entry: person,
      pasted: long,
      owner_name: long,
    };
    saveDraft({ user_id: "maya" }, draft);
    expect(findDraft({ user_id: "maya" }, wizardDraftSchema)).toEqual(draft);
    const choice = { key: "question-1", label: "", type: "choice" as const, options: [long, ""] };
    saveDraft({ user_id: "maya" }, { ...draft, questions: [choice] });
    expect(findDraft({ user_id: "maya" }, wizardDraftSchema)?.questions).toEqual([choice]);
  });

  test("one that can no longer be read is left alone", () => {
    localStorage.setItem("paraline.draft.maya", '{"step":9}');
    expect(findDraft({ user_id: "maya" }, wizardDraftSchema)).toBeUndefined();
    localStorage.setItem("paraline.draft.maya", "{");
    expect(findDraft({ user_id: "maya" }, wizardDraftSchema)).toBeUndefined();
  });
});
