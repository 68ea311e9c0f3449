import { readLegal, readMetaData } from '@/lib/content/read';
import { internationalLanguage, langOf } from '@/lib/language';
import { LegalPage } from '../../_blocks/page/legal-page';
import { MissingContent } from '../../_blocks/page/missing-content';
import { PageHead } from '../../_seo/page-head';

/** Written in English alone, so the English address is the one that counts. */
export default async function RefundPolicyPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await langOf(params);
  const [legal, metadata] = await Promise.all([readLegal('refund-policy'), readMetaData(lang, 'refund-page')]);
  if (!legal) return <MissingContent lang={lang} path="/refund-policy" />;
  return (
    <>
      <PageHead lang={lang} path="/refund-policy" meta={metadata?.meta ?? { title: legal.title }} canonicalLang={internationalLanguage} inLanguages={[internationalLanguage]} />
      <LegalPage lang={lang} legal={legal} />
    </>
  );
}
