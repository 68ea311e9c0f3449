import { readMetaData, readPricing } from '@/lib/content/read';
import { langOf } from '@/lib/language';
import { MissingContent } from '../../_blocks/page/missing-content';
import { PageHeading } from '../../_blocks/page/page-heading';
import { AskBand } from '../../_blocks/page/ask-band';
import { PricingDepartment } from './pricing-department';
import { PageHead } from '../../_seo/page-head';

/** Row C7. */
export default async function PricingPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await langOf(params);
  const [pricing, metadata] = await Promise.all([readPricing(lang), readMetaData(lang, 'price-page')]);
  if (!pricing) return <MissingContent lang={lang} path="/pricing" />;
  return (
    <>
      <PageHead lang={lang} path="/pricing" meta={metadata?.meta ?? null} />
      <PageHeading heading={metadata?.heading} fallback={metadata?.meta.title ?? ''} intro={metadata?.intro} />
      {pricing.departments.map((department, index) => (
        <PricingDepartment key={department.departmentName} department={department} lang={lang} tone={index % 2 === 0 ? 'paper' : 'sand'} />
      ))}
      <AskBand lang={lang} words="site" />
    </>
  );
}
