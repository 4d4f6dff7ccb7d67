/**
 * Whether the server now has another build of the app than this page is: then a file that the page asks for may be gone,
 * and opening the page again helps. False where the server does not answer.
 */
export async function isAnotherBuildServed(): Promise<boolean> {
  const script = document.querySelector("script[type=module][src]")?.getAttribute("src");
  if (!script) return false;
  try {
    const response = await fetch(location.pathname, { cache: "no-store" });
    return response.ok && !(await response.text()).includes(`"${script}"`);
  } catch {
    return false;
  }
}
