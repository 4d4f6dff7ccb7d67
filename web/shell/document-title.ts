import { useEffect } from "react";

/** Titles the document for as long as the screen says so. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Paraline`;
  }, [title]);
}
