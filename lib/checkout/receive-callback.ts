import 'server-only';
import { log } from '@/lib/log';
import { Problem, unavailable } from '@/lib/problem';
import { requireGateway } from './gateway';
import { askAboutOrder } from './inquire';
import { settlePayment, type Settled } from './settle';

export interface Delivered { readonly text: string; readonly macs: readonly string[]; readonly now: Date }

/** `confirmed` ends when Paymob was asked about what the message alone does not prove; nobody has to wait for it. */
export interface Received { readonly confirmed: Promise<void> | null }

/**
 * Paymob's processed callback. Returns once the message is stored, and for everything that need not be sent again:
 * duplicates, unknown orders, kinds we do not act on.
 * @throws Problem 401 wrong signature · 400 not a callback · 503 could not be stored
 */
export async function receiveCallback({ text, macs, now }: Delivered): Promise<Received> {
  const reading = requireGateway().readCallback(text, macs.length === 1 ? macs[0] : null);
  if (reading.kind === 'unsigned') throw new Problem(401, 'bad-signature', { headers: { 'www-authenticate': 'Bearer' } });
  if (reading.kind === 'malformed') throw new Problem(400, 'not-a-callback');
  if (reading.kind === 'unhandled') {
    log.info({ type: reading.type }, 'callback of a kind we do not act on');
    return { confirmed: null };
  }
  const settled = await stored(settlePayment({ source: 'callback', transaction: reading.transaction, now }));
  return { confirmed: settled.askPaymob && settled.orderId ? confirmLater(settled.orderId, now) : null };
}

/** Paymob gets its answer at once; should this fail, the reconcile job asks. */
async function confirmLater(orderId: string, now: Date): Promise<void> {
  try {
    await askAboutOrder(orderId, { source: 'inquiry', now });
  } catch (error) {
    log.error({ orderId, err: error }, 'confirming a callback failed');
  }
}

async function stored(settling: Promise<Settled>): Promise<Settled> {
  try {
    return await settling;
  } catch (error) {
    log.error({ err: error }, 'callback could not be stored');
    throw unavailable('not-stored');
  }
}
