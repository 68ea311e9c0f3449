import { db } from '@/lib/database/client';

interface StoredMail {
  key: string;
  to: string;
  lang: string;
  template: string;
  data: Record<string, string>;
  unsubscribeUrl: string;
  doneAt: Date | null;
  expiresAt: Date | null;
  lastError: string | null;
}

/** Returns the mails whose key in the outbox begins with `key`, oldest first, without copies of newsletters. */
export async function listMails(key = ''): Promise<StoredMail[]> {
  const rows = await (
    await db()
  ).outbox.findMany({
    where: { kind: { not: 'newsletter' }, key: { startsWith: key } },
    orderBy: { id: 'asc' },
    select: { key: true, payload: true, doneAt: true, expiresAt: true, lastError: true },
  });
  return rows.map(({ payload, ...row }) => ({ ...row, ...(payload as object) }) as StoredMail);
}

export const listTemplates = async (key = ''): Promise<string[]> =>
  (await listMails(key)).map(({ template }) => template);

export async function readLastMail(key = ''): Promise<StoredMail> {
  const mail = (await listMails(key)).at(-1);
  if (!mail) throw new Error(`The outbox has no mail ${key}…`);
  return mail;
}

/** Returns the token of the link in the newest such mail. */
export const readMailedToken = async (key = ''): Promise<string> =>
  new URL((await readLastMail(key)).data.url ?? '').searchParams.get('token') ?? '';
