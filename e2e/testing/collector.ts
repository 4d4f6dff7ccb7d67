import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Receives the traces that a product sends (OTLP over HTTP), and keeps them as text. */
export async function startCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    bodies.push(body);
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    received: () => bodies.join("\n"),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
