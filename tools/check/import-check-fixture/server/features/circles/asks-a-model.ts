// breaks: home-of-ai
import * as found from "@ai-sdk/openai";
export const uses = found;
