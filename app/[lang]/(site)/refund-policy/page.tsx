import { langOf } from '@/lib/language';
import { LegalPage } from '@/components/blocks/page/legal-page';

export default async function RefundPolicyPage({ params }: { params: Promise<{ lang: string }> }) {
  return <LegalPage lang={await langOf(params)} name="refund-policy" metadataName="refund-page" />;
}
