import { LegalPage } from '@/components/blocks/page/legal-page';
import { readLang } from '@/lib/language';

export default async function RefundPolicyPage({ params }: { params: Promise<{ lang: string }> }) {
  return <LegalPage lang={await readLang(params)} name="refund-policy" metadataName="refund-page" />;
}
