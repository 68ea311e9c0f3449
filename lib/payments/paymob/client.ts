import { z } from 'zod';
import { emailPattern } from '@/lib/schemas';
import { type CallbackReading, readCallback, readRedirect, type RedirectReading } from './callback';
import { parseTransaction, type Transaction } from './transaction';
import {
  PaymobApiError,
  type PaymobCall,
  PaymobInputError,
  PaymobProtocolError,
  sendCall,
  type Transport,
} from './transport';

export interface PaymobOptions {
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly apiKey: string;
  readonly hmacSecret: string;
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
  readonly pause?: (ms: number) => Promise<void>;
}

const elementResponse = z.object({ paid: z.boolean().optional() });
const orderResponse = z.object({ transactions: z.array(z.unknown()).optional() });

export class PaymobClient {
  readonly #options: PaymobOptions;
  readonly #transport: Transport;
  readonly #tokens: TokenCache;

  constructor(options: PaymobOptions) {
    this.#options = options;
    this.#transport = {
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
      timeoutMs: options.timeoutMs,
      fetch: options.fetch ?? fetch,
      pause: options.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    };
    this.#tokens = new TokenCache(() => this.#signIn());
  }

  /** Never retry this automatically: Paymob has no idempotency keys, so a new try needs a new reference. */
  async createIntention(input: IntentionInput): Promise<Intention> {
    const body = intentionBody(input);
    const answer = await this.#postWithSecretKey('/v1/intention/', body);
    const intention = parseIntention(answer, input);
    if (!intention) throw new PaymobProtocolError('the new intention has no key or a different amount');
    return intention;
  }

  checkoutUrl(clientSecret: string): string {
    const query = `publicKey=${encodeURIComponent(this.#options.publicKey)}&clientSecret=${encodeURIComponent(clientSecret)}`;
    return `${this.#transport.baseUrl}/unifiedcheckout/?${query}`;
  }

  async isIntentionPaid(clientSecret: string): Promise<boolean | null> {
    const path = `/v1/intention/element/${encodeURIComponent(this.#options.publicKey)}/${encodeURIComponent(clientSecret)}/`;
    const parsed = elementResponse.safeParse(
      await sendCall(this.#transport, { method: 'GET', path, isRepeatable: true }),
    );
    return parsed.success ? (parsed.data.paid ?? null) : null;
  }

  async getTransaction(transactionId: number): Promise<Transaction | null> {
    return this.#findTransaction({
      method: 'GET',
      path: `/api/acceptance/transactions/${transactionId}`,
      isRepeatable: true,
    });
  }

  /** Returns only the order's latest transaction, so a late decline hides an earlier success. Null before any try. */
  async inquireByOrder(orderId: number): Promise<Transaction | null> {
    return this.#inquire({ order_id: String(orderId) });
  }

  async inquireByReference(reference: string): Promise<Transaction | null> {
    return this.#inquire({ merchant_order_id: reference });
  }

  async listOrderTransactions(orderId: number): Promise<Transaction[]> {
    const call: PaymobCall = { method: 'GET', path: `/api/ecommerce/orders/${orderId}`, isRepeatable: true };
    const parsed = orderResponse.safeParse(await orNull(this.#withToken(() => call)));
    const listed = parsed.success ? (parsed.data.transactions ?? []) : [];
    return listed.map(parseTransaction).filter((transaction) => transaction !== null);
  }

  /** Returns the refund's own transaction; `success: false` means refused. After a timeout, read the parent again. */
  async refund(transactionId: number, amountCents: number): Promise<Transaction> {
    const path = '/api/acceptance/void_refund/refund';
    const body = { transaction_id: transactionId, amount_cents: amountCents };
    const transaction = parseTransaction(await this.#postWithSecretKey(path, body));
    if (!transaction) throw new PaymobProtocolError(`the response of ${path} is not a transaction`);
    return transaction;
  }

  readCallback(text: string, mac: unknown): CallbackReading {
    return readCallback(text, mac, this.#options.hmacSecret);
  }

  readRedirect(query: URLSearchParams): RedirectReading {
    return readRedirect(query, this.#options.hmacSecret);
  }

  #postWithSecretKey(path: string, body: unknown): Promise<unknown> {
    return sendCall(this.#transport, {
      method: 'POST',
      path,
      body,
      authorization: `Token ${this.#options.secretKey}`,
      isRepeatable: false,
    });
  }

  #signIn(): Promise<unknown> {
    const body = { api_key: this.#options.apiKey };
    return sendCall(this.#transport, { method: 'POST', path: '/api/auth/tokens', body, isRepeatable: true });
  }

  async #withToken(callFor: (token: string) => PaymobCall): Promise<unknown> {
    const attemptCall = async () => {
      const token = await this.#tokens.current();
      try {
        return await sendCall(this.#transport, { ...callFor(token), authorization: `Bearer ${token}` });
      } catch (error) {
        if (error instanceof PaymobApiError && error.status === 401) this.#tokens.drop(token);
        throw error;
      }
    };
    try {
      return await attemptCall();
    } catch (error) {
      if (!(error instanceof PaymobApiError) || error.status !== 401 || this.#tokens.isRefused(error)) throw error;
      return attemptCall();
    }
  }

  /** Sends the token twice: Paymob's documentation wants it in the body, its Postman collection in the header. */
  async #inquire(by: Record<string, string>): Promise<Transaction | null> {
    const path = '/api/ecommerce/orders/transaction_inquiry';
    return this.#found(
      await orNull(
        this.#withToken((token) => ({ method: 'POST', path, body: { auth_token: token, ...by }, isRepeatable: true })),
      ),
    );
  }

  async #findTransaction(call: PaymobCall): Promise<Transaction | null> {
    return this.#found(await orNull(this.#withToken(() => call)));
  }

  #found(answer: unknown): Transaction | null {
    if (answer === null) return null;
    const transaction = parseTransaction(answer);
    if (!transaction) throw new PaymobProtocolError('the inquiry response is not a transaction');
    return transaction;
  }
}

/** Paymob answers 404 for an order that the buyer has not tried to pay yet. */
async function orNull(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PaymobApiError && error.status === 404) return null;
    throw error;
  }
}

const tokenResponse = z.object({ token: z.string().min(1) });

/** Paymob's tokens expire after 60 minutes. */
const lifetimeMs = 50 * 60_000;

class TokenCache {
  #cached: { token: Promise<string>; expiresAtMs: number; value?: string } | null = null;
  readonly #signIn: () => Promise<unknown>;
  readonly #refusals = new WeakSet<PaymobApiError>();

  constructor(signIn: () => Promise<unknown>) {
    this.#signIn = signIn;
  }

  current(): Promise<string> {
    if (this.#cached && performance.now() < this.#cached.expiresAtMs) return this.#cached.token;
    const cached = { token: this.#fetchToken(), expiresAtMs: performance.now() + lifetimeMs };
    this.#cached = cached;
    cached.token.then(
      (value) => Object.assign(cached, { value }),
      () => {
        if (this.#cached === cached) this.#cached = null;
      },
    );
    return cached.token;
  }

  drop(token: string): void {
    if (this.#cached?.value === token) this.#cached = null;
  }

  /** True when Paymob refused the API key itself, so that signing in again would not help. */
  isRefused(error: PaymobApiError): boolean {
    return this.#refusals.has(error);
  }

  async #fetchToken(): Promise<string> {
    try {
      const parsed = tokenResponse.safeParse(await this.#signIn());
      if (!parsed.success) throw new PaymobProtocolError('the sign-in answer has no token');
      return parsed.data.token;
    } catch (error) {
      if (error instanceof PaymobApiError) this.#refusals.add(error);
      throw error;
    }
  }
}

export type IntentionInput = z.input<typeof intentionInput>;
interface Intention {
  readonly id: string;
  readonly orderId: number;
  readonly clientSecret: string;
}

const name = z.string().trim().min(1).max(50);

const intentionInput = z
  .object({
    amountCents: z.int().positive(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    integrationIds: z
      .array(z.int().positive())
      .min(1)
      .refine((ids) => new Set(ids).size === ids.length, 'repeated integration id'),
    items: z
      .array(z.object({ name, amountCents: z.int().positive(), description: z.string().max(255).default('') }))
      .min(1),
    billing: z.object({
      firstName: name,
      lastName: name,
      email: z.email({ pattern: emailPattern }).max(254),
      phone: z.string().regex(/^\+?\d{1,20}$/),
    }),
    reference: z.string().min(1).max(100),
    expiresInSeconds: z.int().positive().max(3_110_400),
    notificationUrl: z.url(),
    redirectionUrl: z.url(),
  })
  .refine((input) => input.items.reduce((sum, item) => sum + item.amountCents, 0) === input.amountCents, {
    path: ['items'],
    message: 'items must sum to the amount',
  });

/** Paymob's older documentation requires an address; "NA" is its own placeholder. */
const noAddress = {
  apartment: 'NA',
  floor: 'NA',
  street: 'NA',
  building: 'NA',
  postal_code: 'NA',
  city: 'NA',
  state: 'NA',
  country: 'EGY',
};

/** Sends line totals with quantity 1: Paymob may add `amount` or `amount × quantity`. @throws PaymobInputError */
function intentionBody(input: IntentionInput): Record<string, unknown> {
  const parsed = intentionInput.safeParse(input);
  if (!parsed.success) {
    throw new PaymobInputError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    );
  }
  const { billing, ...rest } = parsed.data;
  const person = { first_name: billing.firstName, last_name: billing.lastName, email: billing.email };
  return {
    amount: rest.amountCents,
    currency: rest.currency,
    payment_methods: rest.integrationIds,
    items: rest.items.map((item) => ({
      name: item.name,
      amount: item.amountCents,
      description: item.description,
      quantity: 1,
    })),
    billing_data: { ...person, phone_number: billing.phone, ...noAddress },
    customer: person,
    special_reference: rest.reference,
    expiration: rest.expiresInSeconds,
    extras: { payment_id: rest.reference },
    notification_url: rest.notificationUrl,
    redirection_url: rest.redirectionUrl,
  };
}

const intentionResponse = z.object({
  id: z.string().min(1),
  intention_order_id: z.int().positive(),
  client_secret: z.string().regex(/^[\w-]{8,200}$/),
  intention_detail: z.object({ amount: z.int(), currency: z.string() }).optional(),
});

function parseIntention(body: unknown, expected: { amountCents: number; currency: string }): Intention | null {
  const parsed = intentionResponse.safeParse(body);
  if (!parsed.success) return null;
  const { intention_detail: detail } = parsed.data;
  if (detail && (detail.amount !== expected.amountCents || detail.currency !== expected.currency)) return null;
  return { id: parsed.data.id, orderId: parsed.data.intention_order_id, clientSecret: parsed.data.client_secret };
}
