// breaks: home-of-@modelcontextprotocol
import * as found from "@modelcontextprotocol/server";
export const uses = found;
