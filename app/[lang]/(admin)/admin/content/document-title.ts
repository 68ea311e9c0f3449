import 'server-only';
import { titleOf } from '@/lib/admin/content/document-form';
import type { DocumentRow } from '@/lib/admin/content/versions';
import type { Language } from '@/lib/language';
import type { AdminTexts } from '../_parts/page/admin-page';

/** What people call a document: a known file by its name, a block by its title. */
export function documentTitle({ id, values }: Pick<DocumentRow, 'id' | 'values'>, lang: Language, t: AdminTexts): string {
  const key = `content_name_${id.replaceAll(/[.-]/g, '_')}`;
  if (t.has(key)) return t(key);
  if (id.endsWith('.meta-data')) return t('content_name_meta');
  return titleOf(values[lang]) ?? id;
}

const groups = ['home-page', 'service-page', 'aboutus-page', 'price-page', 'articles-page', 'contact-page', 'course-page', 'policy-page', 'refund-page', 'common'] as const;

/** The heading it stands under: its page, or the site as a whole. */
export function groupOf(id: string): string {
  const [folder = ''] = id.split('.');
  const found = groups.find((each) => each === folder) ?? 'site';
  return found === 'common' ? 'site' : found;
}

export const groupOrder: readonly string[] = ['site', 'home-page', 'service-page', 'aboutus-page', 'price-page', 'articles-page', 'course-page', 'contact-page', 'policy-page', 'refund-page'];
