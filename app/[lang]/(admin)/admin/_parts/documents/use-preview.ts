'use client';

import { useState } from 'react';
import { leadTab, openTab } from '../../../../_ui/new-tab';

/** A preview in a new tab. `blocked` is its address when the browser blocked the tab. */
export function usePreview() {
  const [blocked, setBlocked] = useState<string | null>(null);
  /** @param find the preview's address; null when there is none, which its caller says */
  const open = async (find: () => Promise<string | null>) => {
    const tab = openTab();
    setBlocked(null);
    const url = await find();
    if (url === null) tab?.close();
    else if (tab) leadTab(tab, url);
    else setBlocked(url);
  };
  return { blocked, open };
}
