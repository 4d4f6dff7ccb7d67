import { type RefObject, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";

const patienceMs = 5000;

/**
 * So that a screen reader announces the new screen. A heading that is rendered later gets the focus then, unless the
 * person has moved on.
 */
export function useFocusHeading(main: RefObject<HTMLElement | null>, place: string): void {
  // A page opened by its address starts at its beginning, as every page does.
  const isOpened = useNavigationType() === "POP";
  const shown = useRef(isOpened ? place : undefined);

  useEffect(() => {
    if (shown.current === place || !main.current) return;
    shown.current = place;
    const element = main.current;
    let heading = focusHeading(element);
    if (!heading) element.focus({ preventScroll: true });
    const observer = new MutationObserver(() => {
      const focused = document.activeElement;
      // When an element is removed from the page, the focus moves to the body.
      const isGone = heading !== undefined && !heading.isConnected && focused === document.body;
      if (focused === element || isGone) heading = focusHeading(element) ?? heading;
      else if (focused !== heading) observer.disconnect();
    });
    observer.observe(element, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), patienceMs);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [main, place]);
}

function focusHeading(element: HTMLElement): HTMLElement | undefined {
  const heading = element.querySelector("h1");
  if (!heading) return undefined;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}
