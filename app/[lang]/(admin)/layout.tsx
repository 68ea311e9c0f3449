import type { ReactNode } from 'react';
import { worksInAdministration } from '@/lib/actor';
import { currentActor } from '@/lib/auth/sessions/current-actor';
import { reachable } from '@/lib/guards/reachable';
import { langOf } from '@/lib/language';
import { SiteFrame } from '../_chrome/site-frame';
import { AdminShell } from './_shell/admin-shell';

interface Props { children: ReactNode; params: Promise<{ lang: string }> }

/** A shell of its own for administrators and editors; nobody else learns of it (D12). Each page checks again. */
export default async function AdminLayout({ children, params }: Props) {
  const lang = await langOf(params);
  const actor = await reachable(currentActor);
  if (!actor || !worksInAdministration(actor.role)) return <SiteFrame lang={lang}>{children}</SiteFrame>;
  return <AdminShell lang={lang} actor={actor}>{children}</AdminShell>;
}
