import sans from "@fontsource-variable/commissioner/files/commissioner-latin-wght-normal.woff2?url";
import serif from "@fontsource-variable/literata/files/literata-latin-opsz-normal.woff2?url";

/**
 * Loads the web fonts once the first question can be answered. "optional" keeps the fallback for this visit if they are
 * late, so that nothing moves. On expensive or slow connections they are not loaded at all.
 */
export function loadWebFonts(): void {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  if (connection?.saveData || /[23]g/.test(connection?.effectiveType ?? "")) return;
  const add = (family: string, file: string, weight: string) =>
    document.fonts.add(
      new FontFace(family, `url(${file}) format("woff2")`, {
        weight,
        display: "optional",
      }),
    );
  add("Literata Variable", serif, "200 900");
  add("Commissioner Variable", sans, "100 900");
}
