import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError, callApi, fetchFile } from "./api.ts";

function answerWith(status: number, body: unknown) {
  const fetchSpy = vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal("fetch", fetchSpy);
  return fetchSpy;
}

afterEach(() => vi.unstubAllGlobals());

describe("the caller", () => {
  test("puts ids into the address, escaped, and leaves out what is undefined", async () => {
    const fetchSpy = answerWith(200, { circles: [] });
    await callApi("GET /api/circles", { query: { status: undefined } });
    await callApi("GET /api/circles", { query: { status: "completed" } });
    await callApi("GET /api/circles/:id", { params: { id: "a/b?c" } });
    expect(fetchSpy.mock.calls.map(([address]) => address)).toEqual([
      "/api/circles",
      "/api/circles?status=completed",
      "/api/circles/a%2Fb%3Fc",
    ]);
  });

  test("sends the headers it is given, and no body if there is none", async () => {
    const fetchSpy = answerWith(200, { email: "ana@example.com" });
    await callApi("POST /api/invites/:id/resend", {
      params: { id: "1" },
      headers: { Authorization: "Bearer abc" },
    });
    const [, request] = fetchSpy.mock.calls[0] ?? [];
    expect(request).toMatchObject({
      method: "POST",
      body: null,
      headers: { Accept: "application/json", Authorization: "Bearer abc" },
    });
  });

  test("turns an error response into its code, message, status and field", async () => {
    answerWith(422, {
      code: "question_empty",
      message: "Please fill in all questions",
      request_id: "r",
      path: ["questions", 1, "label"],
    });
    const failed = callApi("GET /api/circles", { query: {} });
    await expect(failed).rejects.toMatchObject({
      code: "question_empty",
      message: "Please fill in all questions",
      status: 422,
      path: ["questions", 1, "label"],
    });
  });

  test("a lost network and a page that is not ours count as unreachable, with a message for people", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    const lost = await callApi("GET /api/circles", { query: {} }).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(ApiError);
    expect(lost).toMatchObject({ code: "unreachable", status: 0 });

    vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
    const foreign = callApi("GET /api/circles", { query: {} });
    await expect(foreign).rejects.toMatchObject({ code: "unreachable", status: 502 });
  });

  test("a file is saved under the name that the server gives it; one that breaks off is not saved", async () => {
    const answer = new Response("%PDF", {
      headers: { "Content-Disposition": "attachment; filename*=UTF-8''plan-%D0%BA.pdf" },
    });
    vi.stubGlobal("fetch", async () => answer);
    const ask = () =>
      fetchFile("/api/circles/:id/decision/plan.pdf", {
        params: { id: "1" },
      });
    const { file_name, content } = await ask();
    expect([file_name, await content.text()]).toEqual(["plan-к.pdf", "%PDF"]);

    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError("network error")),
    });
    vi.stubGlobal("fetch", async () => new Response(broken));
    await expect(ask()).rejects.toMatchObject({ code: "unreachable" });
  });

  test("a cancelled call is not a network failure", async () => {
    const controller = new AbortController();
    vi.stubGlobal("fetch", async () => {
      controller.abort();
      throw controller.signal.reason;
    });
    const calledOff = callApi("GET /api/circles", {
      query: {},
      signal: controller.signal,
    });
    await expect(calledOff).rejects.toMatchObject({ name: "AbortError" });
  });
});
