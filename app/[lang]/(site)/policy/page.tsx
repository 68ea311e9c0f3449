import { readLegal, readMetaData } from '@/lib/content/read';
import { internationalLanguage, langOf } from '@/lib/language';
import { LegalPage } from '@/components/blocks/page/legal-page';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { PageHead } from '@/components/seo/page-head';

/** The English URL is canonical, because the text exists only in English. */
export default async function PolicyPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await langOf(params);
  const [legal, metadata] = await Promise.all([readLegal('policy'), readMetaData(lang, 'policy-page')]);
  if (!legal) return <MissingContent lang={lang} path="/policy" />;
  return (
    <>
      <PageHead
        lang={lang}
        path="/policy"
        meta={metadata?.meta ?? { title: legal.title }}
        canonicalLang={internationalLanguage}
        inLanguages={[internationalLanguage]}
      />
      <LegalPage lang={lang} legal={legal} />
    </>
  );
}
