// breaks: assistants-home
import * as found from "@modelcontextprotocol/server";
export const uses = found;
