/** A tab that is already open and waiting for its address. */
export interface OpenedTab {
  /** The browser refused to open one: the address opens in this tab instead. */
  is_blocked: boolean;
  lead: (address: string) => void;
  /** For when there will be no address. */
  close: () => void;
}

/**
 * Opens a tab within the press itself, before anything is awaited: later, browsers no longer allow it.
 * @param text text shown there until the address is known
 */
export function openTab(text: string): OpenedTab {
  const tab = window.open("", "_blank");
  if (tab === null) {
    return { is_blocked: true, lead: (address) => location.assign(address), close: () => {} };
  }
  tab.document.title = text;
  tab.document.body.textContent = text;
  return {
    is_blocked: false,
    lead(address) {
      // The opened page must not reach back to this one.
      tab.opener = null;
      tab.location.replace(address);
    },
    close: () => tab.close(),
  };
}
