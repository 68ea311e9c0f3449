import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Unavailable } from '@/components/account/unavailable';
import { Section } from '@/components/layout/section';
import { NothingToPay } from '@/components/payment/nothing-to-pay';
import { ReceiptSheet } from '@/components/payment/receipt-sheet';
import { FileLink } from '@/components/ui/button';
import { PrintButton } from '@/components/ui/print-button';
import { requireLearner } from '@/lib/accounts/sessions/current-actor';
import { setPageStatus } from '@/lib/cache/page-context';
import { readHeader, readSiteConfig, readSocialLinks } from '@/lib/content/read';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import { readLang } from '@/lib/language';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { buildSheets, readSheetAddress } from '@/lib/orders/receipts/receipt-sheet';
import styles from '@/components/payment/receipt.module.css';

interface Props {
  params: Promise<{ lang: string; orderId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'payment' });
  return { title: t('receipt'), robots: { index: false, follow: false } };
}

export default async function ReceiptPage({ params }: Props) {
  const lang = await readLang(params);
  const { orderId } = await params;
  const [t, site, links, header] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'payment' }),
    readSiteConfig(),
    readSocialLinks(),
    readHeader(),
  ]);
  const email = links?.find(({ link }) => link.startsWith('mailto:'))?.link.slice('mailto:'.length) ?? null;
  const content = await nullIfUnreachable(async () => {
    const actor = await requireLearner(`/${lang}/payment/receipt/${orderId}`);
    const receipt = await findReceipt(actor, orderId);
    if (!receipt) setPageStatus(404);
    if (!receipt) return <NothingToPay lang={lang} why="unknown-order" />;
    const seller = {
      names: site?.productNames ?? null,
      address: await readSheetAddress(lang),
      email,
      logo: header?.logo ?? null,
      tax: receipt.tax,
    };
    const sheets = await buildSheets(receipt, lang);
    return (
      <>
        <div className={styles.tools}>
          <FileLink href={`/api/payment/${actor.userId}/orders/${receipt.orderId}/receipt.pdf?lang=${lang}`}>
            {t('pdf')}
          </FileLink>
          <PrintButton label={t('print')} />
        </div>
        {sheets.map((sheet, index) => (
          <ReceiptSheet key={index} lang={lang} sheet={sheet} seller={seller} />
        ))}
      </>
    );
  });
  return content ? <Section tight>{content}</Section> : <Unavailable lang={lang} />;
}
