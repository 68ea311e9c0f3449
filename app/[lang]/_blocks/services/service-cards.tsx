import { getTranslations } from 'next-intl/server';
import type { CSSProperties } from 'react';
import type { Service } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { slugOf } from '@/lib/slug';
import { SharedPicture } from '../../_ui/layout/shared-picture';
import { ArrowLink } from '../../_ui/navigation/text-link';
import styles from './service-cards.module.css';

/** Where an item's own page is (rows C4, A12). @param fileName the block's, which includes its folder */
export const detailsAddress = (lang: string, fileName: string, item: { title: string; titleTr?: string | undefined }): string =>
  `/${lang}/details/${fileName}/${encodeURIComponent(slugOf(item.title, item.titleTr))}`;

/** Names a service's picture in the transition from its card to its page. */
export const pictureName = (item: { title: string; titleTr?: string | undefined }): string => `service-${slugOf(item.title, item.titleTr)}`;

/** `--longest-word`, in letters: a style sheet can set a line so small that no word of it is broken in two. */
export const longestWord = (text: string) =>
  ({ '--longest-word': Math.max(1, ...text.split(/[\s-]+/).map((word) => word.length)) }) as CSSProperties;

interface Props { lang: Language; services: readonly Service[]; /** Where the details are; null where there are none (row C4). */ fileName: string | null }

export async function ServiceCards({ lang, services, fileName }: Props) {
  const t = await getTranslations('site');
  return (
    <ul className={styles.cards}>
      {services.map((service) => (
        <li key={service.title} className={styles.card}>
          <SharedPicture name={pictureName(service)} src={service.imageIconPath} alt={service.imageAlt} width={64} height={64} loading="lazy" />
          <h3 style={longestWord(service.title)}>{service.title}</h3>
          <p>{service.summary}</p>
          {fileName && <ArrowLink href={detailsAddress(lang, fileName, service)} prefetch={false} aria-label={t('details_of', { title: service.title })}>{t('details')}</ArrowLink>}
        </li>
      ))}
    </ul>
  );
}
