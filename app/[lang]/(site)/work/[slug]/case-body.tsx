import { getTranslations } from 'next-intl/server';
import type { WorkCase } from '@/lib/content/work/work-schema';
import { caseSlug, type ServiceLink } from '@/lib/content/work/work';
import { ButtonLink } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { ContentPicture } from '../../../_ui/layout/content-picture';
import { ArrowLink } from '../../../_ui/navigation/text-link';
import { Prose } from '../../../_ui/text/prose';
import styles from './case.module.css';

interface Props { item: WorkCase; services: readonly ServiceLink[]; lang: string; /** sanitised */ task: string; done: string }

/** What was asked and what was done, with its screens; beside it who, when and with which services. */
export async function CaseBody({ item, services, lang, task, done }: Props) {
  const t = await getTranslations('work');
  return (
    <div className={styles.body}>
      <div className={styles.story}>
        <h2>{t('task')}</h2>
        <Prose html={task} />
        {item.screens.map(({ picture, caption }) => (
          <figure key={picture.src} className={styles.screen}>
            <ContentPicture picture={picture} className={styles.picture} sizes="(max-width: 56rem) 100vw, 50rem" />
            <figcaption>{caption}</figcaption>
          </figure>
        ))}
        <h2>{t('done')}</h2>
        <Prose html={done} />
      </div>
      <Card className={styles.side}>
        <dl className={styles.facts}>
          <div><dt>{t('client')}</dt><dd>{item.client}</dd></div>
          <div><dt>{t('sector')}</dt><dd>{item.sector}</dd></div>
          <div><dt>{t('year')}</dt><dd>{item.year}</dd></div>
        </dl>
        {services.length > 0 && (
          <div>
            <h2 className={styles.label}>{t('services')}</h2>
            <ul className={styles.services}>
              {services.map((service) => <li key={service.slug}><ArrowLink href={`/${lang}${service.path}`} prefetch={false}>{service.title}</ArrowLink></li>)}
            </ul>
          </div>
        )}
        <ButtonLink wide prefetch={false} href={`/${lang}/contact?about=work/${encodeURIComponent(caseSlug(item))}`}>{t('ask')}</ButtonLink>
      </Card>
    </div>
  );
}
