export type OpenedTab = ReturnType<typeof openTab>;

/** Called within the click itself, before anything is awaited: browsers no longer allow it later. */
export function openTab(text: string) {
  const tab = window.open("", "_blank");
  if (tab === null) {
    // The address opens in this tab instead.
    return {
      isBlocked: true,
      lead: (address: string) => location.assign(address),
      close: () => {},
    };
  }
  tab.document.title = text;
  tab.document.body.textContent = text;
  return {
    isBlocked: false,
    lead(address: string) {
      // The opened page must not have access to this one.
      tab.opener = null;
      tab.location.replace(address);
    },
    close: () => tab.close(),
  };
}
