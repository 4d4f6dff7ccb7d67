import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { ApiError } from "./api.ts";
import { createQueryCache } from "./query-cache.ts";

test("what keeps failing while its data is shown is reported once, until it succeeds again", async () => {
  const shown: string[] = [];
  const cache = createQueryCache((sentence) => shown.push(sentence));
  let works = true;
  const observer = new QueryObserver(cache, {
    queryKey: ["people"],
    queryFn: () =>
      works ? Promise.resolve(1) : Promise.reject(new ApiError("internal", "No.", 500)),
    meta: { failure: "Failed to load circle data" },
  });
  await observer.refetch();
  works = false;
  await observer.refetch();
  await observer.refetch();
  expect(shown).toEqual(["Failed to load circle data"]);
  works = true;
  await observer.refetch();
  works = false;
  await observer.refetch();
  expect(shown).toHaveLength(2);
  expect(observer.getCurrentResult().data).toBe(1);
});

test("what has nothing to show is reported each time it is tried", async () => {
  const shown: string[] = [];
  const cache = createQueryCache((sentence) => shown.push(sentence));
  const observer = new QueryObserver(cache, {
    queryKey: ["people"],
    queryFn: () => Promise.reject(new ApiError("internal", "No.", 500)),
    meta: { failure: "Failed to load circle data" },
  });
  await observer.refetch();
  await observer.refetch();
  expect(shown).toHaveLength(2);
});
