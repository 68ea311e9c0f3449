import { Refusal } from '../api/answers';
import { redirectUrl } from '../callback-bodies';
import { type Integration, isAllowedUrl } from '../config';
import { formatCairoTime } from '../state/clock';
import type { Intention } from '../state/records';
import {
  findBySecret,
  findIntegration,
  formatClientSecret,
  formatIntentionId,
  isExpired,
  isPaid,
  listTransactions,
  takeNextId,
  type World,
} from '../state/world';
import { type IntentionBody, intentionBody, intentionChange, listFieldErrors } from './intention-schema';

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);

function checkItems(world: World, amount: number, items: IntentionBody['items']): void {
  if (items.length === 0) return;
  const withQuantity = sum(items.map((item) => item.amount * item.quantity));
  const plain = sum(items.map((item) => item.amount));
  if (withQuantity === amount && (world.config.strict === 'lenient' || plain === amount)) return;
  throw new Refusal(406, {
    code: 'unmatched_item_prices',
    detail: 'unmatched_item_prices: the items do not add up to the amount.',
  });
}

function requireIntegrations(world: World, body: IntentionBody): Integration[] {
  return body.payment_methods.map((wanted) => {
    const integration = world.config.integrations.find(
      ({ id, live }) => id === wanted && live === world.config.secretKey.includes('_live_'),
    );
    if (!integration)
      throw new Refusal(404, { detail: `Integration ID/Name does not exist in our system: ${String(wanted)}` });
    if (integration.currency !== body.currency)
      throw new Refusal(400, { currency: [`Integration ${integration.id} takes ${integration.currency} only.`] });
    return integration;
  });
}

function checkReference(world: World, reference: string | null | undefined, self?: Intention): void {
  if (!reference) return;
  const isReferenceTaken = world.store.intentions.some(
    (other) => other !== self && other.specialReference === reference,
  );
  if (isReferenceTaken)
    throw new Refusal(400, { special_reference: ['An order with this special reference already exists.'] });
}

function checkUrls(
  world: World,
  body: { notification_url?: string | null | undefined; redirection_url?: string | null | undefined },
): void {
  for (const field of ['notification_url', 'redirection_url'] as const) {
    const url = body[field];
    if (url && !isAllowedUrl(world.config, url))
      throw new Refusal(400, { [field]: ['This mock calls allowed (loopback) hosts only.'] });
  }
}

export function createIntention(world: World, raw: unknown): Intention {
  const parsed = intentionBody.safeParse(raw);
  if (!parsed.success) throw new Refusal(400, listFieldErrors(parsed.error, raw));
  const body = parsed.data;
  const integrations = requireIntegrations(world, body);
  checkItems(world, body.amount, body.items);
  checkReference(world, body.special_reference);
  checkUrls(world, body);
  const n = takeNextId(world.store.counters, 'intention');
  const now = world.clock.now();
  const intention: Intention = {
    id: formatIntentionId(n),
    clientSecret: formatClientSecret(n),
    orderId: takeNextId(world.store.counters, 'order'),
    createdAt: now,
    expiresAt: now + body.expiration * 1000,
    amount: body.amount,
    currency: body.currency,
    integrationIds: integrations.map(({ id }) => id),
    items: body.items,
    billing: body.billing_data,
    extras: body.extras ?? null,
    specialReference: body.special_reference ?? null,
    notificationUrl: body.notification_url ?? null,
    redirectionUrl: body.redirection_url ?? null,
  };
  world.store.intentions.push(intention);
  return intention;
}

export function updateIntention(world: World, secret: string, raw: unknown): Intention {
  const intention = findBySecret(world, secret);
  if (!intention) throw new Refusal(404, { detail: 'Not found.' });
  const parsed = intentionChange.safeParse(raw);
  if (!parsed.success) throw new Refusal(400, listFieldErrors(parsed.error, raw));
  const change = parsed.data;
  if (change.accept_order_id !== intention.orderId)
    throw new Refusal(400, { accept_order_id: ['Does not belong to this intention.'] });
  if (isPaid(world, intention.orderId)) throw new Refusal(400, { detail: 'This intention is already paid.' });
  if (isExpired(world, intention)) throw new Refusal(400, { detail: 'This intention has expired.' });
  const amount = change.amount ?? intention.amount;
  const items = change.items ?? intention.items;
  checkItems(world, amount, items);
  checkReference(world, change.special_reference, intention);
  checkUrls(world, change);
  return Object.assign(intention, {
    amount,
    items,
    billing: change.billing_data ?? intention.billing,
    extras: change.extras ?? intention.extras,
    specialReference: change.special_reference ?? intention.specialReference,
    notificationUrl: change.notification_url ?? intention.notificationUrl,
    redirectionUrl: change.redirection_url ?? intention.redirectionUrl,
  });
}

export const formatPaymentToken = (intention: Intention, integrationId: number): string =>
  `mock_payment_token_${intention.orderId}_${integrationId}`;

function describeMethod(integration: Integration): Record<string, unknown> {
  const { id, name, currency, live } = integration;
  return { integration_id: id, alias: null, name, method_type: 'online', currency, live, use_cvc_with_moto: false };
}

const listIntegrations = (world: World, intention: Intention): Integration[] =>
  intention.integrationIds.flatMap((id) => findIntegration(world, id) ?? []);

function describePublicIntention(world: World, intention: Intention): Record<string, unknown> {
  const reference = intention.specialReference ? { merchant_order_id: intention.specialReference } : {};
  return {
    redirection_url: intention.redirectionUrl,
    intention_order_id: intention.orderId,
    id: intention.id,
    client_secret: intention.clientSecret,
    intention_detail: {
      amount: intention.amount,
      currency: intention.currency,
      items: intention.items.map((item) => ({ image: null, ...item })),
      billing_data: intention.billing,
    },
    payment_methods: listIntegrations(world, intention).map(describeMethod),
    special_reference: intention.specialReference,
    extras: { creation_extras: { ...intention.extras, ...reference }, confirmation_extras: null },
    confirmed: isPaid(world, intention.orderId),
    status: 'intended',
    created: formatCairoTime(intention.createdAt),
    card_detail: null,
    card_tokens: [],
    object: 'paymentintention',
  };
}

export function describeIntention(world: World, intention: Intention): Record<string, unknown> {
  const keys = listIntegrations(world, intention).map(({ id, gateway }) => ({
    integration: id,
    key: formatPaymentToken(intention, id),
    gateway_type: gateway,
    iframe_id: null,
    order_id: intention.orderId,
    redirection_url: intention.redirectionUrl,
    save_card: false,
  }));
  return { payment_keys: keys, ...describePublicIntention(world, intention) };
}

/** Returns what the public key may read: the payment's state and the query of the last attempt's redirect. */
export function describeElement(world: World, intention: Intention): Record<string, unknown> {
  const last = listTransactions(world, intention.orderId)
    .filter((one) => !one.pending && one.parentId === null)
    .at(-1);
  return {
    ...describePublicIntention(world, intention),
    paid: isPaid(world, intention.orderId),
    redirection_url: last ? redirectUrl(world, last) : intention.redirectionUrl,
  };
}
