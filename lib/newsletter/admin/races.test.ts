import { beforeEach, expect, it, vi } from 'vitest';
import { db } from '@/lib/database/client';
import * as transport from '@/lib/mail/transport';
import { countCopies } from '@/lib/newsletter/copies';
import { sendNewsletters } from '@/lib/newsletter/send-newsletters';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import { seedNewsletter, seedSubscribers } from '@/tests/support/newsletters';
import { sendNewsletter, stopNewsletter } from './send';

const now = new Date();
const chief = buildActor('admin');
const pickFulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled');

beforeEach(async () => {
  await resetDatabase();
  await seedSubscribers(20, now);
});

it('two admins who send a newsletter at once send it once [N9]', async () => {
  const id = await seedNewsletter(now, { status: 'draft', startedAt: null });
  const send = () => sendNewsletter(chief, id, { sendAt: null, lang: 'en', now });
  expect(pickFulfilled(await Promise.allSettled([send(), send(), send()]))).toHaveLength(1);
  expect(await (await db()).audit.count()).toBe(1);
});

it('stopping while the job queues and sends leaves no copy waiting, and sends no withdrawn copy [N9]', async () => {
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
