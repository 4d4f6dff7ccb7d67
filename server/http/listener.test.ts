import { expect, it } from "vitest";
import { createHttpServer } from "./listener.ts";

it("a request that arrives too slowly is ended: its headers after 20 seconds, all of it after three minutes", () => {
  const server = createHttpServer(() => {});
  expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 180_000]);
});
