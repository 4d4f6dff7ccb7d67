import lists from "../words/word-lists.json" with { type: "json" };

const insults = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:${lists.insults.join("|")})(?![\p{L}\p{M}])`,
  "iu",
);

/** A word that hides its letters from lists: "tw4t", "f*cking". */
const masked = /\p{L}[\d*]+\p{L}/u;

/** Whether a text is abusive. Such a sentence stays readable in its answer. */
export const isAbusive = (text: string): boolean => insults.test(text) || masked.test(text);

const order = lists.orders_to_a_model.join("|");
const rules = lists.rules_of_a_model.join("|");

const injections = new RegExp(
  [
    String.raw`(?<!\p{L})(?:${order})(?!\p{L}).{0,60}(?<!\p{L})(?:${rules})(?!\p{L})`,
    String.raw`\b(?:system|developer|assistant)\s*(?:prompt|message|:)|\b(?:chatbot|AI|KI|IA)\s*[,:]`,
    String.raw`\byou are (?:now )?(?:an? )?(?:\p{L}+ )?(?:AI|assistant|chatbot|language model)\b|\bas an AI\b`,
    String.raw`\b(?:AI|assistant|model|ChatGPT|LLM)\b.{0,30}\b(?:must|should|summari[sz]e|write|say|respond|rate)\b`,
    `${String.raw`<\/?[a-z][^>]*>|\{\{.*\}\}|\[/?(?:INST|SYS)\]|`}\`\`\``,
    "忽略.{0,10}(?:指示|指令)|無視して",
  ].join("|"),
  "iu",
);

/** Whether a text gives instructions to a model or contains markup. It has no effect here, and is quoted nowhere. */
export const isInjection = (text: string): boolean => injections.test(text);
