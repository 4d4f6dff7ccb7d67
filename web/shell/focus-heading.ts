import { type RefObject, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";

const patience_ms = 5000;

/**
 * After a change of screen, moves the focus to its heading, so that a screen reader says where one is. A heading that
 * comes later, or in place of the first, with what the screen loads, gets it then, unless the person has moved on.
 */
export function useFocusHeading(main: RefObject<HTMLElement | null>, place: string): void {
  // A page that was opened by its address begins at its beginning, as every page does.
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
      // what goes from the page leaves the focus to its body
      const isGone = heading !== undefined && !heading.isConnected && focused === document.body;
      if (focused === element || isGone) heading = focusHeading(element) ?? heading;
      else if (focused !== heading) observer.disconnect();
    });
    observer.observe(element, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), patience_ms);
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
