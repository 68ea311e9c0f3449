import 'server-only';
import type { Language } from '@/lib/language';
import { titleOf } from './document-form';
import type { DocumentRow } from './versions';

/** Messages of the namespace `admin`. */
interface Texts { (key: string): string; has: (key: string) => boolean }

/** What people call a document: a known file by its name, a block by its title. */
export function documentTitle({ id, values }: Pick<DocumentRow, 'id' | 'values'>, lang: Language, t: Texts): string {
  const key = `content_name_${id.replaceAll(/[.-]/g, '_')}`;
  if (t.has(key)) return t(key);
  if (id.endsWith('.meta-data')) return t('content_name_meta');
  return titleOf(values[lang]) ?? id;
}

const groups = ['home-page', 'service-page', 'aboutus-page', 'price-page', 'articles-page', 'contact-page', 'course-page', 'work-page', 'policy-page', 'refund-page', 'common'] as const;

/** The heading it stands under: its page, or the site as a whole. */
export function groupOf(id: string): string {
  const [folder = ''] = id.split('.');
  const found = groups.find((each) => each === folder) ?? 'site';
  return found === 'common' ? 'site' : found;
}

export const groupTitle = (group: string, t: Texts): string => t(`content_group_${group.replaceAll('-', '_')}`);

export const groupOrder: readonly string[] = ['site', 'home-page', 'service-page', 'aboutus-page', 'price-page', 'articles-page', 'course-page', 'work-page', 'contact-page', 'policy-page', 'refund-page'];
