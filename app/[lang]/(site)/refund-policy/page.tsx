import { readLegal, readMetaData } from '@/lib/content/read';
import { internationalLanguage, langOf } from '@/lib/language';
import { LegalPage } from '@/components/blocks/page/legal-page';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { PageHead } from '@/components/seo/page-head';

export default async function RefundPolicyPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await langOf(params);
  const [legal, metadata] = await Promise.all([readLegal('refund-policy'), readMetaData(lang, 'refund-page')]);
  if (!legal) return <MissingContent lang={lang} path="/refund-policy" />;
  return (
    <>
      <PageHead
        lang={lang}
        path="/refund-policy"
        meta={metadata?.meta ?? { title: legal.title }}
        canonicalLang={internationalLanguage}
        inLanguages={[internationalLanguage]}
      />
      <LegalPage lang={lang} legal={legal} />
    </>
  );
}
