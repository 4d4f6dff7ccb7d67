/** A rating question: its words, and the captions of 1, 3 and 5. */
type Rating = readonly [label: string, low: string, middle: string, high: string];
type Five = readonly [string, string, string, string, string];
type Six = readonly [string, string, string, string, string, string];

/**
 * The words of the templates in one language, in the order of their questions; `questions.ts` knows what each is for. The
 * second question about a career move and the fifth about oneself are ratings.
 */
export interface TemplateTexts {
  fit: Rating;
  lifeDecision: Six;
  careerMove: Six;
  creativeIdea: Five;
  creativeIdeaStance: Rating;
  projectFeedback: Five;
  projectFeedbackStance: Rating;
  personalFeedback: Six;
  /** The captions of the rating, and how much to write for the last question. */
  selfAwareness: { low: string; high: string };
  sentences: string;
  personalFeedbackStance: Rating;
  customStance: Rating;
}

export const templates: TemplateTexts = {
  fit: ["Overall, how good a fit does this seem for me?", "Poor fit", "Neutral", "Great fit"],
  lifeDecision: [
    "When have you seen me most alive in what I do?",
    "What do you think I am really looking for with this decision?",
    "What strengths of mine would help me most here?",
    "What worries you when you imagine me doing this?",
    "What might I be avoiding or not seeing?",
    "If you were in my place, what would you do next?",
  ],
  careerMove: [
    "What do you see me doing at my best at work?",
    "How well does this opportunity fit me?",
    "What would I gain from this move?",
    "What would I give up, or miss more than I expect?",
    "Which of my habits could get in the way?",
    "What should I find out before I decide?",
  ],
  creativeIdea: [
    "What was your first feeling about this idea?",
    "Which part of it could only come from me?",
    "What is unclear, or already done too often?",
    "Who do you think would love it, and why?",
    "What is the smallest version I should make first?",
  ],
  creativeIdeaStance: [
    "Overall, how keen are you to see this idea made?",
    "Not keen",
    "Neutral",
    "Very keen",
  ],
  projectFeedback: [
    "What works well so far?",
    "Where did you lose interest or get confused?",
    "What is missing that you expected to find?",
    "What would you cut?",
    "If I could improve only one thing, which should it be?",
  ],
  projectFeedbackStance: [
    "Overall, how well does it work for you?",
    "Poorly",
    "In part",
    "Very well",
  ],
  personalFeedback: [
    "What do you come to me for?",
    "When am I at my best with other people?",
    "What do I do that makes things harder between us?",
    "What do you wish I knew about how I come across?",
    "How self-aware do I seem to you?",
    "How would you describe me to someone who has never met me?",
  ],
  selfAwareness: { low: "Low", high: "High" },
  sentences: "1-3 sentences",
  personalFeedbackStance: [
    "Overall, how well do I show up for the people around me?",
    "Poorly",
    "It varies",
    "Very well",
  ],
  customStance: ["Overall, how do you feel about this?", "Against it", "Undecided", "For it"],
};
