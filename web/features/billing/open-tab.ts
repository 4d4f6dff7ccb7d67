/** A tab that is open already and waits for its address. */
export interface OpenedTab {
  /** The browser refused to open one: the address opens in this tab instead. */
  is_blocked: boolean;
  lead: (address: string) => void;
  /** Nothing will come. */
  close: () => void;
}

/**
 * Opens a tab in the press itself, before anything is waited for: later, browsers don't let a page do it any more.
 * @param words shown there meanwhile
 */
export function openTab(words: string): OpenedTab {
  const tab = window.open("", "_blank");
  if (tab === null) {
    return { is_blocked: true, lead: (address) => location.assign(address), close: () => {} };
  }
  tab.document.title = words;
  tab.document.body.textContent = words;
  return {
    is_blocked: false,
    lead(address) {
      // What opens there must not reach back.
      tab.opener = null;
      tab.location.replace(address);
    },
    close: () => tab.close(),
  };
}
