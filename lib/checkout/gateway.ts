import 'server-only';
import { config } from '@/lib/config/config';
import { PaymobClient } from '@/lib/paymob/client';
import { unavailable } from '@/lib/problem';

/** A buyer hears within ten seconds that Paymob does not answer (fault R09). */
const TIMEOUT_MS = 9000;

const held = globalThis as { __paymob?: PaymobClient | undefined };

/** Paymob as configured, or null when payment is off. One client a process, so that its token is shared. */
export function gateway(): PaymobClient | null {
  const { paymob } = config();
  if (!paymob) return null;
  return (held.__paymob ??= new PaymobClient({ ...paymob, timeoutMs: TIMEOUT_MS }));
}

/** @throws Problem 503 `payment-off` when payment is not configured. */
export function requireGateway(): PaymobClient {
  const client = gateway();
  if (!client) throw unavailable('payment-off', 3600);
  return client;
}

/** Tests only: the next call builds a client from the configuration again. */
export function forgetGateway(): void {
  held.__paymob = undefined;
}
