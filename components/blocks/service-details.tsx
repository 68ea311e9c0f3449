import { getTranslations } from 'next-intl/server';
import { Card } from '@/components/layout/card';
import { SharedPicture } from '@/components/layout/picture';
import { Heading, Section } from '@/components/layout/section';
import { BreadcrumbData } from '@/components/seo/json-ld';
import { PageHead } from '@/components/seo/page-head';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Breadcrumbs } from '@/components/ui/navigation/breadcrumbs';
import { Prose } from '@/components/ui/text/prose';
import { readBlock } from '@/lib/content/read';
import type { Meta, Service } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { renderPageHtml } from '@/lib/pictures/pictures';
import { toSlug } from '@/lib/text';
import { longestWord, pictureName, ServiceCards } from './service-cards';
import styles from './service-details.module.css';

interface Props {
  lang: Language;
  path: string;
  service: Service;
  meta: Meta;
  fileName: string;
}

export async function ServiceDetails({ lang, path, service, meta, fileName }: Props) {
  const t = await getTranslations();
  const crumbs = [{ label: t('tab_services'), href: `/${lang}/services` }, { label: service.title }];
  return (
    <>
      <article className={styles.page}>
        <PageHead lang={lang} path={path} meta={meta} />
        <BreadcrumbData crumbs={crumbs} path={`/${lang}${path}`} />
        <header className={styles.head}>
          <div className={styles.text}>
            <Breadcrumbs label={t('chrome.breadcrumbs')} crumbs={crumbs} />
            <h1 style={longestWord(service.title)}>{service.title}</h1>
            <p className={styles.summary}>{service.summary}</p>
          </div>
          {service.video ? (
            <video
              className={styles.media}
              src={service.video}
              poster={service.imageUrl}
              controls
              controlsList="nodownload"
              preload="none"
              playsInline
            />
          ) : (
            <SharedPicture
              transitionName={pictureName(service)}
              className={styles.media}
              src={service.imageUrl}
              alt={service.imageAlt}
              width={800}
              height={600}
            />
          )}
        </header>
        <Prose html={await renderPageHtml(service.htmlContent, lang)} />
        <Card className={styles.side}>
          {service.points && service.points.length > 0 && (
            <>
              <h2>{t('site.what_you_get')}</h2>
              <ul className={styles.points}>
                {service.points.map((point) => (
                  <li key={point}>
                    <Icon name="check" size={18} />
                    {point}
                  </li>
                ))}
              </ul>
            </>
          )}
          <ButtonLink
            href={`/${lang}/contact?about=service/${encodeURIComponent(toSlug(service.title, service.titleTr))}`}
            prefetch={false}
            wide
            iconEnd="arrow"
          >
            {t('site.ask_about')}
          </ButtonLink>
        </Card>
      </article>
      <MoreServices lang={lang} fileName={fileName} except={service.title} />
    </>
  );
}

async function MoreServices({ lang, fileName, except }: { lang: Language; fileName: string; except: string }) {
  const [block, t] = await Promise.all([readBlock(lang, fileName), getTranslations('site')]);
  const others = block?.details.services.filter(({ title }) => title !== except) ?? [];
  if (others.length === 0) return null;
  return (
    <Section tone="sand">
      <Heading title={t('more_services')} />
      <ServiceCards lang={lang} fileName={fileName} services={others} />
    </Section>
  );
}
