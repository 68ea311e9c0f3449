import 'server-only';
import { config } from '@/lib/config/config';
import { bad, ok, warn, type Check } from './check';

/** Any answer will do: reaching the host over the right certificate is the question; no key is sent. */
export const paymobCheck: Check = {
  name: 'Paymob',
  async run() {
    const { paymob, onLocalhost } = config();
    if (!paymob) return [warn('not configured: the payment page says that payment is not available')];
    const findings = paymob.mode === 'test' && !onLocalhost ? [warn('test mode on a public origin: nobody is really charged')] : [];
    try {
      await fetch(paymob.baseUrl, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(8000) });
      return [...findings, ok(`${new URL(paymob.baseUrl).host} answers (${paymob.mode})`)];
    } catch (error) {
      return [...findings, bad(`${paymob.baseUrl} cannot be reached: ${reasonOf(error)}`)];
    }
  },
};

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
