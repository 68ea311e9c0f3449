import { getTranslations } from 'next-intl/server';
import type { Service } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { longestWord } from '../../_ui/text/longest-word';
import { SharedPicture } from '../../_ui/layout/shared-picture';
import { ArrowLink } from '../../_ui/navigation/text-link';
import { detailsAddress, pictureName } from './details-address';
import styles from './service-cards.module.css';

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
