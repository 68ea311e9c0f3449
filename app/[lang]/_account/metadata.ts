import 'server-only';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { PageProps } from './form-state';

/** Not for search engines; other sites are sent nothing of the address, which may hold an email (docs/security.md X06). */
export async function accountMetadata({ params }: PageProps, title: string): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'auth' });
  return { title: t(title), robots: { index: false, follow: false } };
}
