import { access, constants } from 'node:fs/promises';
import { createTransport } from 'nodemailer';
import { readLastBackup } from '@/lib/backup/backup';
import { dayMs } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db, openDatabase } from '@/lib/database/client';
import { assertNotLost } from '@/lib/database/installation';
import { listPendingMigrations } from '@/lib/database/migrations';
import { backupOldAfterMs, lowSpaceMebibytes, mailStuckAfterMs } from '@/lib/operations/admin/health';
import { readFreeBytes } from '@/lib/process/data-dir';
import { minFreeMebibytes, unhandledRejections } from '@/lib/process/shared-state';
import { badFinding, type DiagnosticCheck, type Finding, okFinding, warnFinding } from './check';

const mebibyte = 1024 * 1024;

export const diskCheck: DiagnosticCheck = {
  name: 'data folder',
  async run() {
    const { dataDir } = config();
    await access(dataDir, constants.W_OK);
    return [diskFinding(dataDir, Math.floor((await readFreeBytes(dataDir)) / mebibyte))];
  },
};

export function diskFinding(folder: string, freeMebibytes: number): Finding {
  const message = `${folder} is writable, ${freeMebibytes} MiB free`;
  if (freeMebibytes < minFreeMebibytes)
    return badFinding(`${folder} has only ${freeMebibytes} MiB left: nothing is written until there is space`);
  return freeMebibytes < lowSpaceMebibytes ? warnFinding(message) : okFinding(message);
}

/** Reports unhandled rejections, because their work may be incomplete (X32). */
export const rejectionsCheck: DiagnosticCheck = {
  name: 'unhandled failures',
  async run() {
    const { count, last } = unhandledRejections;
    if (!last) return [okFinding('none in this process')];
    return [
      badFinding(
        `${count} since start, the last at ${last.at.toISOString()}: ${last.message}; the log has the details of each`,
      ),
    ];
  },
};

export const databaseCheck: DiagnosticCheck = {
  name: 'database',
  async run() {
    const database = await openDatabase();
    await database.client.$queryRaw`SELECT 1`;
    await assertNotLost(config().dataDir, database);
    return [okFinding(`${database.kind} answers`)];
  },
};

export const migrationsCheck: DiagnosticCheck = {
  name: 'migrations',
  async run() {
    const database = await openDatabase();
    const pending = await listPendingMigrations(database);
    return pending.length > 0
      ? pending.map((name) => badFinding(`${name} is not applied: restart the service`))
      : [okFinding('all applied')];
  },
};

export const backupCheck: DiagnosticCheck = {
  name: 'backup',
  async run(now) {
    const last = await readLastBackup();
    if (!last) return [warnFinding('there is no backup yet: npm run backup -- <file>')];
    const ageMs = now.getTime() - last.at.getTime();
    return [
      ageMs > backupOldAfterMs
        ? warnFinding(`the last one is ${Math.floor(ageMs / dayMs)} days old (${last.file})`)
        : okFinding(`${last.file} of ${last.at.toISOString()}`),
    ];
  },
};

export const mailCheck: DiagnosticCheck = {
  name: 'mail',
  run: async (now) => [...(await checkServers()), ...(await checkQueue(now))],
};

async function checkServers(): Promise<Finding[]> {
  const { smtpUrl, contactEmail } = config();
  const receiver = contactEmail
    ? []
    : [warnFinding('CONTACT_EMAIL is not set: enquiries are stored, but not sent to anyone')];
  if (!smtpUrl) return [...receiver, okFinding('no SMTP_URL: messages are stored as files in DATA_DIR/mail')];
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 5000,
  });
  try {
    await transport.verify();
    return [...receiver, okFinding('the mail server answers')];
  } catch (error) {
    return [
      ...receiver,
      badFinding(`the mail server does not accept messages: ${error instanceof Error ? error.message : String(error)}`),
    ];
  } finally {
    transport.close();
  }
}

async function checkQueue(now: Date): Promise<Finding[]> {
  const client = await db();
  const stuck = await client.outbox.findMany({
    where: { doneAt: null, newsletterId: null, createdAt: { lt: new Date(now.getTime() - mailStuckAfterMs) } },
    select: { id: true, kind: true, attempts: true, lastError: true },
    orderBy: { id: 'asc' },
    take: 10,
  });
  return stuck.map(({ id, kind, attempts, lastError }) =>
    badFinding(`${kind} ${id} is not delivered after ${attempts} tries${lastError ? `: ${lastError}` : ''}`),
  );
}
