import type { Clock } from "#server/system/clock.ts";

/** What has ended at the sign-in server, as far as this process knows. */
export interface EndedSessions {
  /**
   * @param id the id of a session, or of an account whose sessions have all ended
   * @param ending when it ended, and from when on none of its tokens is valid any more
   */
  add(id: string, ending: { ended_at: Date; until: Date }): void;
  /** Whether a session, or the sessions of an account, have ended since `time`. */
  includes(id: string, time: Date): boolean;
}

/** Remembers what has ended for as long as one of its tokens could still be valid. */
export function createEndedSessions({ clock }: { clock: Clock }): EndedSessions {
  const endings = new Map<string, { ended_at: Date; until: Date }>();
  return {
    add(id, ending) {
      const now = clock.now();
      for (const [key, { until }] of endings) if (until < now) endings.delete(key);
      const known = endings.get(id) ?? ending;
      endings.set(id, {
        ended_at: later(known.ended_at, ending.ended_at),
        until: later(known.until, ending.until),
      });
    },
    includes(id, time) {
      const ending = endings.get(id);
      return ending !== undefined && time <= ending.ended_at;
    },
  };
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
