/** Caught in provider.ts alone, which makes the client and turns them into `ProviderError`. */
export abstract class PaymobError extends Error {}

/** Paymob answered, and the answer is no. `fieldErrors` uses Paymob's own field names, nested ones dotted. */
export class PaymobApiError extends PaymobError {
  override readonly name = 'PaymobApiError';
  constructor(
    readonly status: number,
    message: string,
    readonly code: string | null,
    readonly fieldErrors: Readonly<Record<string, readonly string[]>>,
    /** At most 2 kB, secrets and personal data taken out. */
    readonly raw: string,
  ) {
    super(message);
  }

  /** True when trying later may help: too many requests, or Paymob's own trouble. */
  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** No complete answer in time. What moves money may have happened nevertheless: read back before trying again. */
export class PaymobTimeout extends PaymobError {
  override readonly name = 'PaymobTimeout';
}

/** The connection failed. As with a timeout, the request may have arrived. */
export class PaymobNetworkError extends PaymobError {
  override readonly name = 'PaymobNetworkError';
}

/** Paymob answered something this client does not understand. */
export class PaymobProtocolError extends PaymobError {
  override readonly name = 'PaymobProtocolError';
}

/** What we were about to send breaks a rule of Paymob's; nothing was sent. */
export class PaymobInputError extends PaymobError {
  override readonly name = 'PaymobInputError';
}
