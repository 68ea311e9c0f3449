import 'server-only';
import { contentPages } from '@/lib/content/page-of';
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

const pageFolders = contentPages.filter(({ languages }) => languages.length > 0).map(({ folder }) => folder);

/** Headings of the list of documents: the site as a whole, then its pages. */
export const groups: readonly string[] = ['site', ...pageFolders];

export function groupOf(id: string): string {
  const [folder = ''] = id.split('.');
  return pageFolders.includes(folder) ? folder : 'site';
}

export const groupTitle = (group: string, t: Texts): string => t(`content_group_${group.replaceAll('-', '_')}`);
