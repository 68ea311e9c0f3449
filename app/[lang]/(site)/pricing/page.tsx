import { getTranslations } from 'next-intl/server';
import { ContactBand } from '@/components/blocks/page/contact-band';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { Section } from '@/components/layout/section';
import { PageHead } from '@/components/seo/page-head';
import { ButtonLink } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { Badge } from '@/components/ui/text/badge';
import { Money } from '@/components/ui/text/money';
import { readMetaData, readPricing } from '@/lib/content/read';
import type { Pricing } from '@/lib/content/schema';
import { type Language, readLang } from '@/lib/language';
import { piastresFromPounds } from '@/lib/money';
import styles from './pricing-department.module.css';

export default async function PricingPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await readLang(params);
  const [pricing, metadata] = await Promise.all([readPricing(lang), readMetaData(lang, 'price-page')]);
  if (!pricing) return <MissingContent lang={lang} path="/pricing" />;
  return (
    <>
      <PageHead lang={lang} path="/pricing" meta={metadata?.meta ?? null} />
      <PageHeading heading={metadata?.heading} fallback={metadata?.meta.title ?? ''} intro={metadata?.intro} />
      {pricing.departments.map((department, index) => (
        <PricingDepartment
          key={department.departmentName}
          department={department}
          lang={lang}
          tone={index % 2 === 0 ? 'paper' : 'sand'}
        />
      ))}
      <ContactBand lang={lang} words="site" />
    </>
  );
}

type Department = Pricing['departments'][number];

function PricingDepartment({
  department,
  lang,
  tone,
}: {
  department: Department;
  lang: Language;
  tone: 'paper' | 'sand';
}) {
  const names = department.departmentName.split(' ');
  return (
    <Section tone={tone}>
      <div className={styles.head}>
        <h2>
          {names.slice(0, -1).join(' ')} <span className={styles.highlight}>{names.at(-1)}</span>
        </h2>
        <p>{department.summary}</p>
      </div>
      <ul className={styles.packages}>
        {department.pricing.map((item) => (
          <Package key={item.packageName} item={item} lang={lang} />
        ))}
      </ul>
    </Section>
  );
}

async function Package({ item, lang }: { item: Department['pricing'][number]; lang: Language }) {
  const t = await getTranslations('site');
  const startLabel = t(item.showPrice ? 'start_package' : 'ask_price');
  return (
    <li className={classNames(styles.package, item.featured && styles.featured)}>
      <div className={styles.name}>
        <h3>{item.packageName}</h3>
        {item.featured && <Badge tone="accent">{t('most_chosen')}</Badge>}
      </div>
      {item.showPrice ? (
        <p className={styles.price}>
          <Money piastres={piastresFromPounds(item.packagePrice)} lang={lang} />
          {item.period && <span className={styles.period}>{item.period}</span>}
        </p>
      ) : (
        <p className={styles.request}>{t('price_on_request')}</p>
      )}
      <ul className={styles.services}>
        {item.packageServices.map((service) => (
          <li key={service}>
            <Icon name="check" size={18} />
            {service}
          </li>
        ))}
      </ul>
      <ButtonLink
        href={`/${lang}/contact`}
        prefetch={false}
        wide
        variant={item.featured ? 'primary' : 'secondary'}
        aria-label={`${startLabel}: ${item.packageName}`}
      >
        {startLabel}
      </ButtonLink>
    </li>
  );
}
