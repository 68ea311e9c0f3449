import 'server-only';
import { config } from '@/lib/config/config';
import { unavailable } from '@/lib/problem';
import { freeProvider } from './free';
import { paymobProvider } from './paymob/provider';
import type { PaymentProvider } from './provider';

declare global {
  var sitePaidProvider: PaymentProvider | undefined;
}

/** Who takes money, or null when payment is off. One a process, so that its access token is shared. */
export function paidProvider(): PaymentProvider | null {
  const { paymob } = config();
  if (!paymob) return null;
  return (globalThis.sitePaidProvider ??= paymobProvider(paymob));
}

/** Null when there is something to pay and payment is off. */
export const providerFor = (amountPiastres: number): PaymentProvider | null => (amountPiastres === 0 ? freeProvider : paidProvider());

/** @throws Problem 503 `payment-off` */
export const requirePaidProvider = (): PaymentProvider => required(paidProvider());
export const requireProviderFor = (amountPiastres: number): PaymentProvider => required(providerFor(amountPiastres));

function required(provider: PaymentProvider | null): PaymentProvider {
  if (!provider) throw unavailable('payment-off', 3600);
  return provider;
}

const configuredProviders = (): PaymentProvider[] => [freeProvider, paidProvider()].filter((provider) => provider !== null);

export const providerNames = (): string[] => configuredProviders().map(({ name }) => name);

/** The provider of an order; null when it is configured no longer. */
export const findProvider = (name: string): PaymentProvider | null => configuredProviders().find((provider) => provider.name === name) ?? null;

/** Tests only: the next call builds the provider from the configuration again. */
export function forgetProviders(): void {
  globalThis.sitePaidProvider = undefined;
}
