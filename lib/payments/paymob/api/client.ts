import 'server-only';
import { z } from 'zod';
import { readCallback, type CallbackReading } from '@/lib/payments/paymob/callback';
import { PaymobApiError, PaymobProtocolError } from './errors';
import { intentionBody, parseIntention, type Intention, type IntentionInput } from './intention';
import { readRedirect, type RedirectReading } from '@/lib/payments/paymob/redirect';
import { TokenCache } from './token-cache';
import { parseTransaction, type Transaction } from './transaction';
import { send, type Call, type Transport } from './transport';

export interface PaymobOptions {
  /** One variable moves everything to another server, as with `stripe.api_base`. */
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly apiKey: string;
  readonly hmacSecret: string;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly pause?: (ms: number) => Promise<void>;
}

const elementAnswer = z.object({ paid: z.boolean().optional() });
const orderAnswer = z.object({ transactions: z.array(z.unknown()).optional() });

/** Paymob Accept: one method a call, each either a parsed value or one of the errors of `errors.ts`. */
export class PaymobClient {
  readonly #options: PaymobOptions;
  readonly #transport: Transport;
  readonly #tokens: TokenCache;

  constructor(options: PaymobOptions) {
    this.#options = options;
    this.#transport = {
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
      timeoutMs: options.timeoutMs ?? 10_000,
      fetch: options.fetch ?? fetch,
      pause: options.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    };
    this.#tokens = new TokenCache(() => this.#signIn());
  }

  /** Never repeated by itself: Paymob knows no idempotency key, so a new try needs a new reference. */
  async createIntention(input: IntentionInput): Promise<Intention> {
    const body = intentionBody(input);
    const answer = await this.#withSecretKey('POST', '/v1/intention/', body);
    const intention = parseIntention(answer, input);
    if (!intention) throw new PaymobProtocolError('the new intention lacks a key or is about another amount');
    return intention;
  }

  checkoutUrl(clientSecret: string): string {
    const query = `publicKey=${encodeURIComponent(this.#options.publicKey)}&clientSecret=${encodeURIComponent(clientSecret)}`;
    return `${this.#transport.baseUrl}/unifiedcheckout/?${query}`;
  }

  /** Whether the intention counts as paid, without naming a transaction; null when Paymob does not say. */
  async isIntentionPaid(clientSecret: string): Promise<boolean | null> {
    const path = `/v1/intention/element/${encodeURIComponent(this.#options.publicKey)}/${encodeURIComponent(clientSecret)}/`;
    const parsed = elementAnswer.safeParse(await send(this.#transport, { method: 'GET', path, repeatable: true }));
    return parsed.success ? (parsed.data.paid ?? null) : null;
  }

  async getTransaction(transactionId: number): Promise<Transaction | null> {
    return this.#findTransaction({ method: 'GET', path: `/api/acceptance/transactions/${transactionId}`, repeatable: true });
  }

  /** Only the order's latest transaction: a late decline hides an earlier success. Null when there was none yet. */
  async inquireByOrder(orderId: number): Promise<Transaction | null> {
    return this.#inquire({ order_id: String(orderId) });
  }

  async inquireByReference(reference: string): Promise<Transaction | null> {
    return this.#inquire({ merchant_order_id: reference });
  }

  /** Every transaction of an order that Paymob lists; empty when it lists none. */
  async listOrderTransactions(orderId: number): Promise<Transaction[]> {
    const call: Call = { method: 'GET', path: `/api/ecommerce/orders/${orderId}`, repeatable: true };
    const parsed = orderAnswer.safeParse(await orNull(this.#withToken(() => call)));
    const listed = parsed.success ? (parsed.data.transactions ?? []) : [];
    return listed.map(parseTransaction).filter((transaction) => transaction !== null);
  }

  /** Gives the refund's own transaction: `success:false` is a refusal, `pending` means wait. After a timeout read the parent back. */
  async refund(transactionId: number, amountCents: number): Promise<Transaction> {
    return this.#move('/api/acceptance/void_refund/refund', { transaction_id: transactionId, amount_cents: amountCents });
  }

  /** Cards only, on the day of the payment, before settlement. */
  async voidTransaction(transactionId: number): Promise<Transaction> {
    return this.#move('/api/acceptance/void_refund/void', { transaction_id: transactionId });
  }

  readCallback(text: string, mac: unknown): CallbackReading {
    return readCallback(text, mac, this.#options.hmacSecret);
  }

  readRedirect(query: URLSearchParams): RedirectReading {
    return readRedirect(query, this.#options.hmacSecret);
  }

  async #move(path: string, body: Record<string, number>): Promise<Transaction> {
    const transaction = parseTransaction(await this.#withSecretKey('POST', path, body));
    if (!transaction) throw new PaymobProtocolError(`${path} answered something that is not a transaction`);
    return transaction;
  }

  #withSecretKey(method: 'POST' | 'PUT', path: string, body: unknown): Promise<unknown> {
    return send(this.#transport, { method, path, body, authorization: `Token ${this.#options.secretKey}`, repeatable: false });
  }

  #signIn(): Promise<unknown> {
    const body = { api_key: this.#options.apiKey };
    return send(this.#transport, { method: 'POST', path: '/api/auth/tokens', body, repeatable: true });
  }

  async #withToken(callFor: (token: string) => Call): Promise<unknown> {
    const once = async () => {
      const token = await this.#tokens.current();
      try {
        return await send(this.#transport, { ...callFor(token), authorization: `Bearer ${token}` });
      } catch (error) {
        if (error instanceof PaymobApiError && error.status === 401) this.#tokens.drop(token);
        throw error;
      }
    };
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof PaymobApiError) || error.status !== 401 || this.#tokens.isRefused(error)) throw error;
      return once();
    }
  }

  /** The documents want the token in the body, Paymob's own Postman collection in the header: both get it. */
  async #inquire(by: Record<string, string>): Promise<Transaction | null> {
    const path = '/api/ecommerce/orders/transaction_inquiry';
    return this.#found(
      await orNull(this.#withToken((token) => ({ method: 'POST', path, body: { auth_token: token, ...by }, repeatable: true }))),
    );
  }

  async #findTransaction(call: Call): Promise<Transaction | null> {
    return this.#found(await orNull(this.#withToken(() => call)));
  }

  #found(answer: unknown): Transaction | null {
    if (answer === null) return null;
    const transaction = parseTransaction(answer);
    if (!transaction) throw new PaymobProtocolError('the inquiry answered something that is not a transaction');
    return transaction;
  }
}

/** Paymob answers 404 for an order nobody has tried to pay yet. */
async function orNull(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PaymobApiError && error.status === 404) return null;
    throw error;
  }
}
