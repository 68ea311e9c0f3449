import { type Config, config } from '@/lib/config/config';
import { unavailable } from '@/lib/problem';
import { processState } from '@/lib/process/process-state';
import { freeProvider } from './free';
import { paymob } from './paymob/provider';
import type { NotificationRequest, PaymentNotification, PaymentProvider, ProviderDescription } from './provider';

/** All providers except `free`. */
export const paymentProviders: readonly ProviderDescription[] = [paymob];

const state = processState('payment-providers', () => new WeakMap<Config, readonly PaymentProvider[]>());

/** Returns the configured providers for paid orders. Each exists once per process, so that calls share its token. */
export function paidProviders(): readonly PaymentProvider[] {
  const settings = config();
  const providers = state.get(settings) ?? paymentProviders.flatMap(({ create }) => create(settings) ?? []);
  state.set(settings, providers);
  return providers;
}

export const providerFor = (amountPiastres: number): PaymentProvider | null =>
  amountPiastres === 0 ? freeProvider : (paidProviders()[0] ?? null);

/** @throws Problem 503 `payment-off` */
export function requireProviderFor(amountPiastres: number): PaymentProvider {
  const provider = providerFor(amountPiastres);
  if (!provider) throw paymentOff();
  return provider;
}

export const paymentOff = () => unavailable('payment-off', 3600);

/** @returns `test` if any provider is in test mode, which charges no one */
export function paymentMode(): 'test' | 'live' | 'off' {
  const modes = paidProviders().map(({ mode }) => mode);
  return modes.includes('test') ? 'test' : (modes[0] ?? 'off');
}

const configuredProviders = (): PaymentProvider[] => [freeProvider, ...paidProviders()];

export const providerNames = (): string[] => configuredProviders().map(({ name }) => name);

export const findProvider = (name: string): PaymentProvider | null =>
  configuredProviders().find((provider) => provider.name === name) ?? null;

/** Each provider recognises its own notifications by shape and signature. @returns null when payment is off */
export function readNotification(sent: NotificationRequest): PaymentNotification | null {
  const readings = paidProviders().map((provider) => provider.readNotification(sent));
  const isSigned = ({ kind }: PaymentNotification) => kind === 'charge' || kind === 'unhandled';
  return readings.find(isSigned) ?? readings.find(({ kind }) => kind === 'unsigned') ?? readings[0] ?? null;
}

export const readReturn = (query: URLSearchParams): string | null =>
  paidProviders()
    .map((provider) => provider.readReturn(query))
    .find((paymentId) => paymentId !== null) ?? null;
