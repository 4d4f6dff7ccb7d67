import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Decision, readDecision } from "#contract/decisions.ts";
import type { EndpointOutput } from "#contract/endpoint.ts";
import { ApiError } from "#web/client/api.ts";
import { callOwnerApi } from "#web/client/owner-api.ts";
import { queryKeys } from "#web/client/query-keys.ts";
import { createDecisionDraft, type DecisionDraft } from "./decision-draft.ts";
import { findStoredDraft, saveStoredDraft } from "./stored-draft.ts";

/** The channel through which the other tabs of this browser are notified at once. */
const channelName = "paraline.decision";

/** The text of the decision screen, which is saved after a pause and when a field or the screen is left. */
export function useDecisionDraft(userId: string, saved: Decision) {
  const queries = useQueryClient();
  const { circle_id } = saved;
  const queryKey = queryKeys.decision(circle_id);
  const [draft] = useState(() =>
    createDecisionDraft(saved, findStoredDraft(userId, circle_id), {
      keep: (kept) => saveStoredDraft(userId, circle_id, kept),
      mayBeTemporary: (error) =>
        !(error instanceof ApiError) ||
        error.status < 400 ||
        error.status === 429 ||
        error.status >= 500,
      async save(body) {
        const { decision } = await callOwnerApi("PATCH /api/circles/:id/decision", {
          params: { id: circle_id },
          body,
        });
        queries.setQueryData<EndpointOutput<typeof readDecision>>(
          queryKey,
          (before) => before && { ...before, decision },
        );
        notifyOtherTabs(circle_id);
        return decision;
      },
    }),
  );
  const state = useSyncExternalStore(draft.subscribe, draft.read);

  useEffect(() => draft.see(saved), [draft, saved]);
  useSaveOnLeave(draft);
  const look = useEffectEvent(() => void queries.invalidateQueries({ queryKey }));
  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === circle_id) look();
    };
    return () => channel.close();
  }, [circle_id]);

  return { draft, state };
}

function notifyOtherTabs(circleId: string): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(circleId);
  channel.close();
}

/** Saves without waiting for a pause that may not come. */
function useSaveOnLeave(draft: DecisionDraft): void {
  useEffect(() => {
    const flush = () => void draft.flush();
    const hide = () => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("online", flush);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("online", flush);
      flush();
      draft.stop();
    };
  }, [draft]);
}
