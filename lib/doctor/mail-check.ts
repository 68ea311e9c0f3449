import 'server-only';
import { createTransport } from 'nodemailer';
import { mailStuckAfterMs } from '@/lib/admin/reports/limits';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { bad, ok, warn, type Check, type Finding } from './check';

export const mailCheck: Check = {
  name: 'mail',
  run: async (now) => [...(await serverFindings()), ...(await queueFindings(now))],
};

async function serverFindings(): Promise<Finding[]> {
  const { smtpUrl, contactEmail } = config();
  const receiver = contactEmail ? [] : [warn('CONTACT_EMAIL is not set: enquiries are stored, but nobody is notified')];
  if (!smtpUrl) return [...receiver, ok('no SMTP_URL: messages are stored as files in DATA_DIR/mail')];
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 });
  try {
    await transport.verify();
    return [...receiver, ok('the mail server answers')];
  } catch (error) {
    return [...receiver, bad(`the mail server does not take messages: ${error instanceof Error ? error.message : String(error)}`)];
  } finally {
    transport.close();
  }
}

async function queueFindings(now: Date): Promise<Finding[]> {
  const client = await db();
  const stuck = await client.outbox.findMany({
    where: { doneAt: null, newsletterId: null, createdAt: { lt: new Date(now.getTime() - mailStuckAfterMs) } },
    select: { id: true, kind: true, attempts: true, lastError: true },
    orderBy: { id: 'asc' },
    take: 10,
  });
  return stuck.map(({ id, kind, attempts, lastError }) =>
    bad(`${kind} ${id} is not delivered after ${attempts} tries${lastError ? `: ${lastError}` : ''}`),
  );
}
