/**
 * Sets `--keyboard` to how much of the page a phone's keyboard covers. Otherwise elements fixed at the bottom would be
 * behind it.
 */
export function trackKeyboardHeight(): void {
  const { visualViewport } = window;
  if (!visualViewport) return;
  const measure = () => {
    const covered = window.innerHeight - visualViewport.height - visualViewport.offsetTop;
    // If the page is zoomed, the covered part is not a keyboard.
    const visibleHeight = visualViewport.scale === 1 ? Math.max(0, Math.round(covered)) : 0;
    document.documentElement.style.setProperty("--keyboard", `${visibleHeight}px`);
  };
  visualViewport.addEventListener("resize", measure);
  visualViewport.addEventListener("scroll", measure);
}
