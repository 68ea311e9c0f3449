import { beforeEach, expect, it, vi } from 'vitest';
import { db } from '@/lib/database/client';
import * as transport from '@/lib/mail/transport';
import { countCopies } from '@/lib/newsletter/copies';
import { sendNewsletters } from '@/lib/newsletter/send-newsletters';
import { actorFor } from '@/lib/testing/actors';
import { freshDatabase } from '@/lib/testing/database';
import { seedNewsletter, seedSubscribers } from '@/lib/testing/newsletters';
import { sendNewsletter, stopNewsletter } from './send';

const now = new Date();
const chief = actorFor('admin');
const fulfilled = (results: PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'fulfilled');

beforeEach(async () => {
  await freshDatabase();
  await seedSubscribers(20, now);
});

it('N9 two administrators who send at once send it once', async () => {
  const id = await seedNewsletter(now, { status: 'draft', startedAt: null });
  const send = () => sendNewsletter(chief, id, { sendAt: null, lang: 'en', now });
  expect(fulfilled(await Promise.allSettled([send(), send(), send()]))).toHaveLength(1);
  expect(await (await db()).audit.count()).toBe(1);
});

it('N9 stopped while the job queues and sends: nothing waits afterwards, and nobody gets what was withdrawn', async () => {
  const sent = vi.spyOn(transport, 'sendMessage').mockResolvedValue();
  for (let round = 0; round < 5; round += 1) {
    sent.mockClear();
    const id = await seedNewsletter(now);
    await Promise.all([sendNewsletters(now), stopNewsletter(chief, id, now)]);
    await sendNewsletters(now);
    const figures = await countCopies(id);
    expect(figures.waiting).toBe(0);
    expect(figures.sent).toBe(sent.mock.calls.length);
    expect((await (await db()).newsletter.findUniqueOrThrow({ where: { id } })).status).toBe('stopped');
  }
  sent.mockRestore();
});
