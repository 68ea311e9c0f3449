/** Call it within the click: after an `await`, WebKit blocks the tab silently. */
export const openTab = (): Window | null => window.open('', '_blank');

/** Removes the new tab's access to this page before it opens the URL. */
export function navigateTab(tab: Window, url: string): void {
  tab.opener = null;
  tab.location.replace(url);
}
