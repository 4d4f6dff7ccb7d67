import { useEffect, useRef } from "react";

/**
 * A signal that is aborted when the component disappears. A browser handles one request for a key at a time, so an
 * abandoned one would block the next; and a key that is touched late would do what had been cancelled.
 */
export function useAbortOnUnmount(): () => AbortSignal {
  const present = useRef<AbortController>(undefined);
  useEffect(() => () => present.current?.abort(), []);
  return () => {
    present.current?.abort();
    present.current = new AbortController();
    return present.current.signal;
  };
}
