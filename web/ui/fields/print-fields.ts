/**
 * Before printing, makes every text field as high as its text where the browser's stylesheet can't (see `field-sizing`
 * in base.css), since paper does not scroll.
 */
export function printWholeFields(): void {
  if (window.CSS?.supports("field-sizing", "content")) return;
  const setHeights = (measureHeight: (field: HTMLTextAreaElement) => string) => {
    for (const field of document.querySelectorAll("textarea")) {
      field.style.minHeight = measureHeight(field);
    }
  };
  addEventListener("beforeprint", () => setHeights(({ scrollHeight }) => `${scrollHeight}px`));
  addEventListener("afterprint", () => setHeights(() => ""));
}
