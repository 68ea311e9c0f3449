import type { ReactNode } from 'react';
import { AdminShell } from '@/components/admin/shell/admin-shell';
import { SiteFrame } from '@/components/chrome/site-frame';
import { readCurrentActor } from '@/lib/accounts/sessions/current-actor';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import { readLang } from '@/lib/language';
import { canEnterAdministration } from '@/lib/permissions';

interface Props {
  children: ReactNode;
  params: Promise<{ lang: string }>;
}

/** Row D12: each page checks permission itself. */
export default async function AdminLayout({ children, params }: Props) {
  const lang = await readLang(params);
  const actor = await nullIfUnreachable(readCurrentActor);
  if (!actor || !canEnterAdministration(actor.role)) return <SiteFrame lang={lang}>{children}</SiteFrame>;
  return (
    <AdminShell lang={lang} actor={actor}>
      {children}
    </AdminShell>
  );
}
