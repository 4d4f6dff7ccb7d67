import { useEffect, useState } from "react";

const settlingMs = 1000;

/**
 * Whether the page has been visible for a second. Another site can place its own window over this one and close it
 * during a double click, or get a person to hold down a key: the second click would answer a question that no one has
 * read.
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
