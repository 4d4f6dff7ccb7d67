import { useEffect, useState } from "react";

const settlingMs = 1000;

/**
 * Whether the page has been before the person for a second. Another site can place its own window over this one and close
 * it as a double click falls, or have a key held down: the second click would answer a question that no one has read.
 */
export function useSettledPage(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const startAgain = () => {
      clearTimeout(timer);
      setSettled(false);
      if (!document.hidden) timer = setTimeout(() => setSettled(true), settlingMs);
    };
    startAgain();
    window.addEventListener("focus", startAgain);
    document.addEventListener("visibilitychange", startAgain);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", startAgain);
      document.removeEventListener("visibilitychange", startAgain);
    };
  }, []);
  return isSettled;
}
