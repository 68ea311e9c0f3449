/**
 * Opens an empty tab to lead on later. Browsers allow it only while a press is handled: after an awaited call WebKit blocks it without a
 * word. @returns null when it is blocked
 */
export const openTab = (): Window | null => window.open('', '_blank');

/** Leads a tab of `openTab` on, which then cannot reach this page. */
export function leadTab(tab: Window, url: string): void {
  tab.opener = null;
  tab.location.replace(url);
}
