import { config } from '@/lib/config/config';
import { unavailable } from '@/lib/problem';
import { processState } from '@/lib/process/process-state';
import { freeProvider } from './free';
import { paymobProvider } from './paymob/provider';
import type { PaymentProvider } from './provider';

const state = processState('payment-provider', () => ({ paid: undefined as PaymentProvider | undefined }));

/** Returns the provider for paid orders, or null when payment is off. One per process, to share its access token. */
export function paidProvider(): PaymentProvider | null {
  const { paymob } = config();
  if (!paymob) return null;
  return (state.paid ??= paymobProvider(paymob));
}

export const providerFor = (amountPiastres: number): PaymentProvider | null =>
  amountPiastres === 0 ? freeProvider : paidProvider();

/** @throws Problem 503 `payment-off` */
export const requirePaidProvider = (): PaymentProvider => requireConfigured(paidProvider());
export const requireProviderFor = (amountPiastres: number): PaymentProvider =>
  requireConfigured(providerFor(amountPiastres));

function requireConfigured(provider: PaymentProvider | null): PaymentProvider {
  if (!provider) throw unavailable('payment-off', 3600);
  return provider;
}

const configuredProviders = (): PaymentProvider[] =>
  [freeProvider, paidProvider()].filter((provider) => provider !== null);

export const providerNames = (): string[] => configuredProviders().map(({ name }) => name);

export const findProvider = (name: string): PaymentProvider | null =>
  configuredProviders().find((provider) => provider.name === name) ?? null;

/** For tests: the next call builds the provider from the configuration again. */
export function resetProviders(): void {
  state.paid = undefined;
}
