/**
 * Tells the stylesheet how much of the page a phone's keyboard covers, as `--keyboard`: what is fixed to the foot
 * would stand behind it otherwise.
 */
export function followKeyboard(): void {
  const { visualViewport } = window;
  if (!visualViewport) return;
  const measure = () => {
    const covered = window.innerHeight - visualViewport.height - visualViewport.offsetTop;
    // A page zoomed in is no keyboard.
    const room = visualViewport.scale === 1 ? Math.max(0, Math.round(covered)) : 0;
    document.documentElement.style.setProperty("--keyboard", `${room}px`);
  };
  visualViewport.addEventListener("resize", measure);
  visualViewport.addEventListener("scroll", measure);
}
