'use client';

import { useState } from 'react';
import { Notice } from '@/components/ui/feedback/notice';
import { navigateTab, openTab } from '@/components/ui/new-tab';

export function usePreview() {
  const [blocked, setBlocked] = useState<string | null>(null);
  const openPreview = async (find: () => Promise<string | null>) => {
    const tab = openTab();
    setBlocked(null);
    const url = await find();
    if (url === null) tab?.close();
    else if (tab) navigateTab(tab, url);
    else setBlocked(url);
  };
  return { blocked, openPreview };
}

interface Props {
  url: string | null;
  labels: { preview_blocked: string; preview_open: string };
}

export function BlockedPreview({ url, labels }: Props) {
  return (
    url && (
      <Notice
        tone="notice"
        alert
        actions={
          <a href={url} target="_blank" rel="noopener noreferrer">
            {labels.preview_open}
          </a>
        }
      >
        {labels.preview_blocked}
      </Notice>
    )
  );
}
