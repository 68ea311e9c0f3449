import { getTranslations } from 'next-intl/server';
import type { Pricing } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { piastresFromPounds } from '@/lib/money';
import { Badge } from '../../_ui/text/badge';
import { ButtonLink } from '../../_ui/button';
import { classNames } from '../../_ui/class-names';
import { Icon } from '../../_ui/icon';
import { Money } from '../../_ui/text/money';
import { Section } from '../../_ui/layout/section';
import styles from './pricing-department.module.css';

type Department = Pricing['departments'][number];

/** Row C7: the last word of the name is highlighted. */
export function PricingDepartment({ department, lang, tone }: { department: Department; lang: Language; tone: 'paper' | 'sand' }) {
  const names = department.departmentName.split(' ');
  return (
    <Section tone={tone}>
      <div className={styles.head}>
        <h2>{names.slice(0, -1).join(' ')} <span className={styles.highlight}>{names.at(-1)}</span></h2>
        <p>{department.summary}</p>
      </div>
      <ul className={styles.packages}>
        {department.pricing.map((item) => <Package key={item.packageName} item={item} lang={lang} />)}
      </ul>
    </Section>
  );
}

async function Package({ item, lang }: { item: Department['pricing'][number]; lang: Language }) {
  const t = await getTranslations('site');
  const begin = t(item.showPrice ? 'start_package' : 'ask_price');
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
          <li key={service}><Icon name="check" size={18} />{service}</li>
        ))}
      </ul>
      <ButtonLink href={`/${lang}/contact`} prefetch={false} wide variant={item.featured ? 'primary' : 'secondary'} aria-label={`${begin}: ${item.packageName}`}>
        {begin}
      </ButtonLink>
    </li>
  );
}
