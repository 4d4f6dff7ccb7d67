import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { TestCalls } from "./calls.ts";

/** Connects an assistant with the protocol's own client library. */
export async function openAssistant(
  app: Pick<TestCalls, "request">,
  accessToken: string,
  mode: "legacy" | "auto" = "auto",
): Promise<Client> {
  const client = new Client(
    { name: "test assistant", version: "1" },
    { versionNegotiation: { mode } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://localhost:3000/mcp"), {
      fetch: (url: string | URL, init?: RequestInit) => app.request(String(url), init),
      requestInit: { headers: { Authorization: `Bearer ${accessToken}` } },
    }),
  );
  return client;
}

/** The answer of a tool: what it read, or why it could not read. */
export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [part] = content as { type: string; text: string }[];
  const text = part?.text ?? "";
  return isError ? { refused: text } : { read: JSON.parse(text) };
}
