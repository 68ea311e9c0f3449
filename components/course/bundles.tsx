import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Price, PriceFoot, salesPageUrl } from '@/components/blocks/courses/course-card';
import { Card } from '@/components/layout/card';
import { Picture } from '@/components/layout/picture';
import { Heading, Section } from '@/components/layout/section';
import { ButtonLink } from '@/components/ui/button';
import { type Bundle, listBundles } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import { priceProduct, priceSeparately } from '@/lib/orders/pricing';
import styles from './courses.module.css';

export async function Bundles({ lang }: { lang: Language }) {
  const [bundles, t] = await Promise.all([listBundles(lang), getTranslations('bundles')]);
  if (bundles.length === 0) return null;
  return (
    <Section tone="sand" id="bundles">
      <Heading title={t('title')}>{t('text')}</Heading>
      <ul className={styles.bundles}>
        {bundles.map((bundle) => (
          <BundleCard key={bundle.product.key} bundle={bundle} lang={lang} />
        ))}
      </ul>
    </Section>
  );
}

async function BundleCard({ bundle: { product, courses, alone }, lang }: { bundle: Bundle; lang: Language }) {
  const t = await getTranslations('bundles');
  const price = priceProduct(product);
  const alonePiastres = alone ? priceSeparately(alone).totalPiastres : 0;
  const titleId = `bundle-${product.key}`;
  return (
    <Card as="li" padding="large" className={styles.bundle}>
      <h3 id={titleId} className={styles.bundleTitle}>
        {product.name[lang]}
      </h3>
      <p>{product.description[lang]}</p>
      <ul className={styles.bundled} aria-labelledby={titleId}>
        {courses.map((course) => (
          <li key={course.slug}>
            <Picture
              className={styles.bundledCover}
              src={course.imageUrl}
              alt=""
              width={800}
              height={450}
              loading="lazy"
              decoding="async"
            />
            <Link href={salesPageUrl(course, lang)}>{course.title}</Link>
          </li>
        ))}
      </ul>
      <PriceFoot>
        <div>
          <p>
            <Price price={price} lang={lang} />
          </p>
          {alonePiastres > price.totalPiastres && (
            <p className={styles.found}>
              {t('alone', {
                amount: formatMoney(alonePiastres, lang),
                saved: formatMoney(alonePiastres - price.totalPiastres, lang),
              })}
            </p>
          )}
        </div>
        <ButtonLink
          href={`/${lang}/payment?product=${encodeURIComponent(product.key)}`}
          iconEnd="arrow"
          prefetch={false}
        >
          {t('buy')}
        </ButtonLink>
      </PriceFoot>
      <p className={styles.found}>{t('owned_hint')}</p>
    </Card>
  );
}
