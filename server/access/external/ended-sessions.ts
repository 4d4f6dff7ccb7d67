import type { Clock } from "#server/system/clock.ts";

/** What has ended at the sign-in server, as far as this process knows. */
export interface EndedSessions {
  /**
   * @param id of a session, or of an account whose sessions have all ended
   * @param until when no token of it counts any more
   */
  add(id: string, ending: { ended_at: Date; until: Date }): void;
  /** Whether what was so at a time has ended since. */
  includes(id: string, time: Date): boolean;
}

/** Remembers what has ended until no token of it counts any more. */
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
