import { useEffect, useRef } from "react";

/** A browser handles one request for a key at a time, and a key touched late would do what had been cancelled. */
export function useAbortOnUnmount(): () => AbortSignal {
  const present = useRef<AbortController>(undefined);
  useEffect(() => () => present.current?.abort(), []);
  return () => {
    present.current?.abort();
    present.current = new AbortController();
    return present.current.signal;
  };
}
