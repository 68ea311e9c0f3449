import { getTranslations } from 'next-intl/server';
import type { CSSProperties } from 'react';
import { SharedPicture } from '@/components/layout/picture';
import { ArrowLink } from '@/components/ui/navigation/text-link';
import type { Service } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { toSlug } from '@/lib/text';
import styles from './service-cards.module.css';

export const detailsUrl = (
  lang: string,
  fileName: string,
  item: { title: string; titleTr?: string | undefined },
): string => `/${lang}/details/${fileName}/${encodeURIComponent(toSlug(item.title, item.titleTr))}`;

export const pictureName = (item: { title: string; titleTr?: string | undefined }): string =>
  `service-${toSlug(item.title, item.titleTr)}`;

/** Sets `--longest-word` in characters, so that CSS can shrink a line instead of breaking a word. */
export const longestWord = (text: string) =>
  ({ '--longest-word': Math.max(1, ...text.split(/[\s-]+/).map((word) => word.length)) }) as CSSProperties;

interface Props {
  lang: Language;
  services: readonly Service[];
  fileName: string | null;
}

export async function ServiceCards({ lang, services, fileName }: Props) {
  const t = await getTranslations('site');
  return (
    <ul className={styles.cards}>
      {services.map((service) => (
        <li key={service.title} className={styles.card}>
          <SharedPicture
            transitionName={pictureName(service)}
            src={service.imageIconPath}
            alt={service.imageAlt}
            width={64}
            height={64}
            loading="lazy"
          />
          <h3 style={longestWord(service.title)}>{service.title}</h3>
          <p>{service.summary}</p>
          {fileName && (
            <ArrowLink
              href={detailsUrl(lang, fileName, service)}
              prefetch={false}
              aria-label={t('details_of', { title: service.title })}
            >
              {t('details')}
            </ArrowLink>
          )}
        </li>
      ))}
    </ul>
  );
}
