import { LegalPage } from '@/components/blocks/page/legal-page';
import { readLang } from '@/lib/language';

export default async function PolicyPage({ params }: { params: Promise<{ lang: string }> }) {
  return <LegalPage lang={await readLang(params)} name="policy" metadataName="policy-page" />;
}
