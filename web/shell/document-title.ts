import { useEffect } from "react";

/** Sets the document's title while the screen is shown. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Paraline`;
  }, [title]);
}
