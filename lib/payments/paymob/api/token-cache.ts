import { z } from 'zod';
import { PaymobApiError, PaymobProtocolError } from './errors';

const tokenResponse = z.object({ token: z.string().min(1) });

/** Paymob's tokens live 60 minutes. */
const lifetimeMs = 50 * 60_000;

/** One sign-in at a time, cached for 50 minutes. */
export class TokenCache {
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

  /** Forgets this token, unless somebody has already fetched a newer one. */
  drop(token: string): void {
    if (this.#cached?.value === token) this.#cached = null;
  }

  /** True when the API key itself was refused: signing in again would not help. */
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
