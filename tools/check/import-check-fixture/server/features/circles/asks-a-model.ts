// breaks: model-home
import * as found from "@ai-sdk/openai";
export const uses = found;
