import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { toString as drawCode } from 'qrcode';
import { Unavailable } from '@/components/account/unavailable';
import { Section } from '@/components/layout/section';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { PrintButton } from '@/components/ui/print-button';
import { bdi } from '@/components/ui/text/bdi';
import { setPageStatus } from '@/lib/cache/page-context';
import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import { type Certificate, findCertificate } from '@/lib/courses/progress/certificate';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import { formatDay } from '@/lib/i18n/formats';
import { type Language, readLang } from '@/lib/language';
import styles from './certificate.module.css';

interface Props {
  params: Promise<{ lang: string; id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'certificate' });
  return { title: t('title'), robots: { index: false, follow: false } };
}

export default async function CertificatePage({ params }: Props) {
  const lang = await readLang(params);
  const { id } = await params;
  const found = await nullIfUnreachable(async () => ({ certificate: await findCertificate(id.toUpperCase(), lang) }));
  if (!found) return <Unavailable lang={lang} />;
  if (found.certificate) return <Sheet certificate={found.certificate} lang={lang} />;
  setPageStatus(404);
  const t = await getTranslations({ locale: lang, namespace: 'certificate' });
  return (
    <Section>
      <EmptyState
        icon="certificate"
        title={<h1>{t('unknown')}</h1>}
        action={
          <ButtonLink variant="secondary" href={`/${lang}/contact`}>
            {t('ask_us')}
          </ButtonLink>
        }
      >
        {t('unknown_help')}
      </EmptyState>
    </Section>
  );
}

async function Sheet({ certificate, lang }: { certificate: Certificate; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'certificate' });
  const site = await readSiteConfig();
  const company = site?.productNames[lang] ?? '';
  const code = await drawCode(`${config().siteUrl}/${lang}/certificate/${certificate.id}`, {
    type: 'svg',
    margin: 0,
    errorCorrectionLevel: 'M',
  });
  return (
    <div className={styles.page}>
      <p className={styles.valid} role="status">
        {t('valid')}
      </p>
      <article className={styles.sheet}>
        <p className={styles.company}>{company}</p>
        <h1>{t('title')}</h1>
        <p>{t.rich('intro', { company, bdi })}</p>
        <p className={styles.name}>
          <bdi>{certificate.name}</bdi>
        </p>
        <p>{t('has_completed')}</p>
        <p className={styles.course}>{certificate.courseTitle}</p>
        <div className={styles.foot}>
          <div>
            <p>{t('issued', { date: formatDay(certificate.issuedAt, lang) })}</p>
            <p>
              {t('number')}: <bdi className={styles.number}>{certificate.id}</bdi>
            </p>
          </div>
          <figure>
            <span
              className={styles.code}
              role="img"
              aria-label={t('verify')}
              dangerouslySetInnerHTML={{ __html: code }}
            />
            <figcaption>{t('verify')}</figcaption>
          </figure>
        </div>
      </article>
      <PrintButton label={t('print')} />
    </div>
  );
}
