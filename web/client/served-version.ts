/** If so, a file that the page requests may be gone, and opening the page again helps. */
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
