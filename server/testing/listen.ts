import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Starts a server on this machine, at a free port unless one is given. */
export async function listen(server: Server, at = 0): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

/** Stops a server, and ends the calls that it has not answered. */
export async function closeServer(server: HttpServer | undefined): Promise<void> {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => {
    if (server) server.close(() => resolve());
    else resolve();
  });
}
