import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { ApiError } from "./api.ts";
import { createQueryCache } from "./query-cache.ts";

/** A query of people that fails while `server.works` is false. `shown` has what was reported. */
function observePeople() {
  const shown: string[] = [];
  const server = { works: false };
  const observer = new QueryObserver(
    createQueryCache((sentence) => shown.push(sentence)),
    {
      queryKey: ["people"],
      queryFn: () =>
        server.works ? Promise.resolve(1) : Promise.reject(new ApiError("internal", "No.", 500)),
      meta: { failure: "Failed to load circle data" },
    },
  );
  return { shown, server, observer };
}

test("a failure that repeats while its data is shown is reported once, until it succeeds again", async () => {
  const { shown, server, observer } = observePeople();
  server.works = true;
  await observer.refetch();
  server.works = false;
  await observer.refetch();
  await observer.refetch();
  expect(shown).toEqual(["Failed to load circle data"]);
  server.works = true;
  await observer.refetch();
  server.works = false;
  await observer.refetch();
  expect(shown).toHaveLength(2);
  expect(observer.getCurrentResult().data).toBe(1);
});

test("a failure with nothing to show is reported at every attempt", async () => {
  const { shown, observer } = observePeople();
  await observer.refetch();
  await observer.refetch();
  expect(shown).toHaveLength(2);
});

test("what a mutation makes stale is stale even if the mutation wrote into it", async () => {
  const client = createQueryCache(() => {});
  const queryKey = ["contacts"];
  const mutation = new MutationObserver(client, {
    mutationFn: () => Promise.resolve("new"),
    onSuccess: (contacts) => void client.setQueryData(queryKey, contacts),
    meta: { stale: [queryKey] },
  });
  client.setQueryData(queryKey, "old");
  await mutation.mutate();
  expect(client.getQueryState(queryKey)).toMatchObject({ data: "new", isInvalidated: true });
});

test("a failure is reported with the server's reason if the query asks for it", async () => {
  const shown: (string | undefined)[] = [];
  const observer = new QueryObserver(
    createQueryCache((...report) => shown.push(...report)),
    {
      queryKey: ["contacts"],
      queryFn: () => Promise.reject(new ApiError("internal", "The server is busy.", 500)),
      meta: { failure: "Error", saysReason: true },
    },
  );
  await observer.refetch();
  expect(shown).toEqual(["Error", "The server is busy."]);
});
