import { db, transaction } from '@/lib/database/client';
import { subscribe, unsubscribeUrls } from '@/lib/newsletter/subscription';
import { readMailedToken } from '../outbox';
import { type CallInput, type Example, readJson, sendCall } from './call-world';

const email = 'reader@midan.example';
const newNewsletter = {
  lang: 'en',
  subject: 'A subject',
  preview: 'A preview',
  html: '<p>A text</p>',
  readerLang: 'en',
  courseSlug: null,
  courseOwners: true,
};

async function createSubscriber(): Promise<string> {
  await transaction((tx) => subscribe(tx, { email, lang: 'en', version: 1, now: new Date() }));
  return (await (await db()).subscriber.findUniqueOrThrow({ where: { email }, select: { id: true } })).id;
}

const createNewsletter = async (sent: CallInput = {}): Promise<CallInput> => {
  await createSubscriber();
  const { id = '' } = await readJson(sendCall('POST /api/admin/newsletters', { body: newNewsletter }));
  return { ...sent, params: { id } };
};

const createScheduled = async (): Promise<CallInput> => {
  const sent = await createNewsletter();
  await sendCall('POST /api/admin/newsletters/[id]/send', { ...sent, body: { sendAt: '2100-01-01T00:00:00Z' } });
  return sent;
};

const createPaused = async (): Promise<CallInput> => {
  const sent = await createNewsletter();
  await (
    await db()
  ).newsletter.update({
    where: { id: String(sent.params?.id) },
    data: { status: 'paused', startedAt: new Date(), pausedAt: new Date(), pauseAnswer: '550 5.7.1 Blocked' },
    select: { id: true },
  });
  return sent;
};

async function requestToken(): Promise<string> {
  await sendCall('POST /api/newsletter/subscribe', { body: { email } });
  return readMailedToken('newsletter-confirm:');
}

const unsubscribeLink = async (): Promise<CallInput> => ({
  query: new URL(unsubscribeUrls({ id: await createSubscriber(), email: 'reader@midan.example' }, 'x', 'en').oneClick)
    .search,
});

export const newsletterExamples: Record<string, Example> = {
  'POST /api/newsletter/subscribe': { body: { email } },
  'POST /api/newsletter/confirm': async () => ({ body: { token: await requestToken() } }),
  'GET /api/newsletter/unsubscribe': unsubscribeLink,
  'POST /api/newsletter/unsubscribe': unsubscribeLink,
  'POST /api/newsletter/bounces': {
    headers: { authorization: 'Bearer a-token-of-bounces' },
    body: { email, reason: 'No such mailbox' },
  },
  'GET /api/admin/newsletters': () => createNewsletter(),
  'POST /api/admin/newsletters': { body: newNewsletter },
  'GET /api/admin/newsletters/[id]': () => createScheduled(),
  'PUT /api/admin/newsletters/[id]': () => createNewsletter({ body: newNewsletter }),
  'DELETE /api/admin/newsletters/[id]': () => createNewsletter(),
  'GET /api/admin/newsletters/[id]/preview': () => createNewsletter(),
  'POST /api/admin/newsletters/[id]/test': () => createNewsletter(),
  'POST /api/admin/newsletters/[id]/send': () => createNewsletter({ body: { sendAt: null } }),
  'POST /api/admin/newsletters/[id]/stop': () => createScheduled(),
  'POST /api/admin/newsletters/[id]/continue': () => createPaused(),
  'POST /api/admin/newsletters/[id]/take-back': () => createPaused(),
};
