import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { getTranslations } from 'next-intl/server';
import { titleWith } from '@/components/account/form-state';
import { Unavailable } from '@/components/account/unavailable';
import { Heading, Section } from '@/components/layout/section';
import { CheckoutPage, errorKeyOf } from '@/components/payment/checkout-page';
import { NothingToPay } from '@/components/payment/nothing-to-pay';
import { OrderPage } from '@/components/payment/order-page';
import { Notice } from '@/components/ui/feedback/notice';
import { requireLearner } from '@/lib/accounts/sessions/current-actor';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { readSavedFormOfPage } from '@/lib/api/form-posts';
import { setPageStatus } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import { type Language, readLang } from '@/lib/language';
import { findOffer } from '@/lib/orders/checkout/offer';
import { watchOrder } from '@/lib/orders/find-order';
import { minSeats, typedSeats } from '@/lib/orders/seats/seats';
import { paymentMode } from '@/lib/payments/providers';
import type { Actor } from '@/lib/permissions';
import { truncate } from '@/lib/text';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'payment' });
  const error = [(await searchParams).error].flat()[0];
  return {
    title: titleWith(error ? t(`error_${errorKeyOf(error)}`) : null, t('title')),
    robots: { index: false, follow: false },
  };
}

export default async function PaymentPage({ params, searchParams }: Props) {
  const lang = await readLang(params);
  const query = Object.fromEntries(
    Object.entries(await searchParams).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  const returnQuery = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const { onLocalhost } = config();
  const content = await nullIfUnreachable(async () => {
    const actor = await requireLearner(`/${lang}/payment${returnQuery.size > 0 ? `?${returnQuery}` : ''}`);
    return query.order
      ? readOrderContent(lang, actor, query.order, query.blocked === '1')
      : offerContent(lang, actor, query);
  });
  if (!content) return <Unavailable lang={lang} />;
  return (
    <Section tight>
      {paymentMode() === 'test' && !onLocalhost && <Notice tone="notice">{t('test_mode')}</Notice>}
      <Heading level={1} title={t('title')} />
      {content}
    </Section>
  );
}

async function readOrderContent(lang: Language, actor: Actor, orderId: string, popupBlocked: boolean) {
  const order = await watchOrder({ actor, userId: actor.userId, orderId, now: now() });
  if (order) return <OrderPage lang={lang} userId={actor.userId} order={order} popupBlocked={popupBlocked} />;
  setPageStatus(404);
  return <NothingToPay lang={lang} why="unknown-order" />;
}

async function offerContent(lang: Language, actor: Actor, query: Record<string, string | undefined>) {
  const productKey = query.product ?? query.productKey;
  if (!productKey) return <NothingToPay lang={lang} why="no-product" />;
  const seats = typedSeats(query.seats === undefined ? undefined : truncate(query.seats, 20));
  const { ip } = deviceOf(await headers());
  // If the number of seats is invalid, show the price for the minimum.
  const purchaseFor = seats
    ? ({ kind: 'seats', count: seats.count ?? minSeats } as const)
    : ({ kind: query.for === 'gift' ? 'gift' : 'self' } as const);
  const offer = await findOffer({
    actor,
    productKey,
    purchaseFor,
    coupon: truncate(query.coupon ?? '', 60),
    ip,
    now: now(),
  });
  if (offer.kind === 'unknown') setPageStatus(404);
  if (offer.kind !== 'buy')
    return (
      <NothingToPay
        lang={lang}
        why={offer.kind}
        {...('product' in offer ? { product: offer.product } : {})}
        {...('orderId' in offer ? { orderId: offer.orderId } : {})}
      />
    );
  const error = query.error ?? null;
  const saved = error ? await readSavedFormOfPage() : null;
  return (
    <CheckoutPage
      lang={lang}
      userId={actor.userId}
      offer={offer}
      purchaseFor={purchaseFor.kind}
      seats={seats}
      error={error}
      saved={saved}
    />
  );
}
