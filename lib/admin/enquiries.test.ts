import { beforeEach, expect, test, vi } from 'vitest';
import { receiveMessage } from '@/lib/contact/receive-message';
import { contactSchema } from '@/lib/contact/schema';
import { db } from '@/lib/database/client';
import { actorFor } from '@/lib/testing/actors';
import { freshDatabase } from '@/lib/testing/database';
import { deleteEnquiry } from './enquiries';

const admin = actorFor('admin', { totpAt: new Date('2026-11-21T10:00:00Z') });

beforeEach(freshDatabase);

test('O8 O9 an enquiry is deleted whole: the audit log says that, and nothing of what it said', async () => {
  const client = await db();
  await client.enquiry.create({ data: { id: 'spam', fullName: 'Ali', email: 'a@b.example', phoneNumber: '0100', message: 'Buy now' } });
  for (const actor of [actorFor('learner'), actorFor('editor')]) await expect(deleteEnquiry(actor, 'spam')).rejects.toMatchObject({ status: 403 });
  await deleteEnquiry(admin, 'spam');
  expect(await client.enquiry.count()).toBe(0);
  expect(await client.audit.findMany({ select: { action: true, subject: true, detail: true } })).toEqual([{ action: 'enquiry.delete', subject: 'enquiry:spam', detail: {} }]);
  await expect(deleteEnquiry(admin, 'spam')).rejects.toMatchObject({ status: 404 });
});

test('O8 S3 the copies of a deleted enquiry that wait to be sent on, or were, go with it', async () => {
  vi.stubEnv('CONTACT_EMAIL', 'desk@midan.example').stubEnv('CONTACT_WEBHOOK_URL', 'https://desk.midan.example/hook');
  const message = contactSchema.parse({ fullName: 'Ali Hassan', email: 'a@b.example', phoneNumber: '01001234567', message: 'Buy now, it is cheap' });
  const [spam, other] = [await receiveMessage(message, { lang: 'en', address: 'x', now: new Date() }), await receiveMessage(message, { lang: 'en', address: 'x', now: new Date() })];
  await deleteEnquiry(admin, spam.id);
  expect((await (await db()).outbox.findMany({ select: { key: true } })).map(({ key }) => key).sort()).toEqual([`contact-webhook:${other.id}`, `contact:${other.id}`]);
});
