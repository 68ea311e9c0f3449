import type { ReactNode } from 'react';
import { langOf } from '@/lib/language';
import { SiteFrame } from '../_chrome/site-frame';

interface Props { children: ReactNode; params: Promise<{ lang: string }> }

export default async function SiteLayout({ children, params }: Props) {
  return <SiteFrame lang={await langOf(params)}>{children}</SiteFrame>;
}
