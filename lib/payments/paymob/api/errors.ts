/**
 * An error is known by its name: a bundler may load this file twice in one process, and a client made by one copy throws
 * errors that are no instances of the other's classes.
 */
const knownBy = (name: string) => (value: unknown): boolean => value instanceof Error && value.name === name;

/** Paymob answered, and the answer is no. `fieldErrors` uses Paymob's own field names, nested ones dotted. */
export class PaymobApiError extends Error {
  static override [Symbol.hasInstance] = knownBy('PaymobApiError');
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
export class PaymobTimeout extends Error {
  static override [Symbol.hasInstance] = knownBy('PaymobTimeout');
  override readonly name = 'PaymobTimeout';
}

/** The connection failed. As with a timeout, the request may have arrived. */
export class PaymobNetworkError extends Error {
  static override [Symbol.hasInstance] = knownBy('PaymobNetworkError');
  override readonly name = 'PaymobNetworkError';
}

/** Paymob answered something this client does not understand. */
export class PaymobProtocolError extends Error {
  static override [Symbol.hasInstance] = knownBy('PaymobProtocolError');
  override readonly name = 'PaymobProtocolError';
}

/** What we were about to send breaks a rule of Paymob's; nothing was sent. */
export class PaymobInputError extends Error {
  static override [Symbol.hasInstance] = knownBy('PaymobInputError');
  override readonly name = 'PaymobInputError';
}

export type PaymobError = PaymobApiError | PaymobTimeout | PaymobNetworkError | PaymobProtocolError | PaymobInputError;

export function isPaymobError(error: unknown): error is PaymobError {
  return (
    error instanceof PaymobApiError ||
    error instanceof PaymobTimeout ||
    error instanceof PaymobNetworkError ||
    error instanceof PaymobProtocolError ||
    error instanceof PaymobInputError
  );
}
