import 'server-only';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { bad, ok, warn, type Check, type Finding } from './check';

const minuteMs = 60_000;
const monthMs = 30 * 24 * 60 * minuteMs;

/** Any answer will do: reaching the host over the right certificate is the question; no key is sent. */
export const paymobCheck: Check = {
  name: 'Paymob',
  async run(now) {
    const { paymob, onLocalhost } = config();
    if (!paymob) return [warn('not configured: the payment page says that payment is not available')];
    const missing = await missingCallbacks(now);
    const findings = paymob.mode === 'test' && !onLocalhost ? [...missing, warn('test mode on a public origin: nobody is really charged')] : missing;
    try {
      await fetch(paymob.baseUrl, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(8000) });
      return [...findings, ok(`${new URL(paymob.baseUrl).host} answers (${paymob.mode})`)];
    } catch (error) {
      return [...findings, bad(`${paymob.baseUrl} cannot be reached: ${reasonOf(error)}`)];
    }
  },
};

/** Each payment is reported by a callback within seconds. Without one it is found by asking, up to five minutes later, and a refund made at Paymob perhaps never. */
async function missingCallbacks(now: Date): Promise<Finding[]> {
  const client = await db();
  const last = await client.paymentEvent.findFirst({ where: { source: 'callback' }, orderBy: { id: 'desc' }, select: { receivedAt: true } });
  const since = new Date(Math.max(now.getTime() - monthMs, last?.receivedAt.getTime() ?? 0));
  const paid = await client.paymentEvent.count({
    where: { source: { in: ['inquiry', 'return'] }, type: { not: 'FREE' }, reason: 'paid', receivedAt: { gt: since, lt: new Date(now.getTime() - minuteMs) } },
  });
  if (paid === 0) return [];
  const arrived = last ? `the last callback came on ${last.receivedAt.toISOString().slice(0, 10)}` : 'no callback ever came';
  return [warn(`${paid} payments were found only by asking Paymob, ${arrived}: enter ${config().siteUrl}/api/payment/callback as transaction processed callback of each integration in Paymob's dashboard, and see that proxy and firewall let it through`)];
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
