'use client';

import { useTranslations } from 'next-intl';
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

export function BlockedPreview({ url }: { url: string | null }) {
  const t = useTranslations('admin');
  return (
    url && (
      <Notice
        tone="notice"
        alert
        actions={
          <a href={url} target="_blank" rel="noopener noreferrer">
            {t('content_preview_open')}
          </a>
        }
      >
        {t('content_preview_blocked')}
      </Notice>
    )
  );
}
