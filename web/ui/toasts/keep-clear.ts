/** What a toast never covers: headings, the button that leads on, and the field that has the focus. */
const neverCovered = "h1, h2, .btn-primary, :is(input, textarea, select):focus";

/** A vertical part of the window, in pixels. */
export interface Span {
  top: number;
  bottom: number;
}

/**
 * Where something of this height covers none of the blocks: as low as possible, or at the top if there is no such
 * place.
 */
export function findClearTop(height: number, view: Span, blocks: readonly Span[]): number {
  let top = view.bottom - height;
  for (const block of [...blocks].sort((one, other) => other.top - one.top)) {
    if (overlaps({ top, bottom: top + height }, block)) top = block.top - height;
  }
  return Math.max(view.top, top);
}

function overlaps(one: Span, other: Span): boolean {
  return one.top < other.bottom && other.top < one.bottom;
}

/**
 * Places a fixed element, and places it again when it would cover something because the page has changed.
 * @returns how to stop
 */
export function keepClear(element: HTMLElement): () => void {
  const { visualViewport } = window;
  let top: number | undefined;
  let frame = 0;

  function place() {
    const { left = 0, right = 0 } = element.firstElementChild?.getBoundingClientRect() ?? {};
    const height = element.offsetHeight;
    const { offsetTop = 0, height: visible = innerHeight } = visualViewport ?? {};
    const view = { top: offsetTop, bottom: offsetTop + visible };
    const blocks = [...document.querySelectorAll(neverCovered)]
      .map((block) => block.getBoundingClientRect())
      .filter((block) => block.height > 0 && block.left < right && left < block.right);
    const isClear =
      top !== undefined &&
      top >= view.top &&
      top + height <= view.bottom &&
      !blocks.some((block) => overlaps({ top: top ?? 0, bottom: (top ?? 0) + height }, block));
    if (isClear) return;
    top = findClearTop(height, view, blocks);
    element.style.top = `${top}px`;
    element.style.bottom = "auto";
  }

  function placeSoon() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(place);
  }

  place();
  const observer = new MutationObserver(placeSoon);
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener("scroll", placeSoon, true);
  addEventListener("focusin", placeSoon);
  visualViewport?.addEventListener("resize", placeSoon);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    removeEventListener("scroll", placeSoon, true);
    removeEventListener("focusin", placeSoon);
    visualViewport?.removeEventListener("resize", placeSoon);
  };
}
