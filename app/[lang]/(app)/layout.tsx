import type { ReactNode } from 'react';
import { SiteFrame } from '@/components/chrome/site-frame';
import { readLang } from '@/lib/language';

interface Props {
  children: ReactNode;
  params: Promise<{ lang: string }>;
}

export default async function PersonalLayout({ children, params }: Props) {
  return <SiteFrame lang={await readLang(params)}>{children}</SiteFrame>;
}
