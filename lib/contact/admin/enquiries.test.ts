import { beforeEach, expect, test, vi } from 'vitest';
import { contactSchema, receiveContactMessage } from '@/lib/contact/receive-message';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import { deleteEnquiry } from './enquiries';

const admin = buildActor('admin', { totpAt: new Date('2026-11-21T10:00:00Z') });

beforeEach(resetDatabase);

test('only an admin deletes an enquiry; the audit log records it without the content [O8, O9]', async () => {
  const client = await db();
  await client.enquiry.create({
    data: { id: 'spam', fullName: 'Ali', email: 'a@b.example', phoneNumber: '0100', message: 'Buy now' },
  });
  for (const actor of [buildActor('learner'), buildActor('editor')])
    await expect(deleteEnquiry(actor, 'spam')).rejects.toMatchObject({ status: 403 });
  await deleteEnquiry(admin, 'spam');
  expect(await client.enquiry.count()).toBe(0);
  expect(await client.audit.findMany({ select: { action: true, subject: true, detail: true } })).toEqual([
    { action: 'enquiry.delete', subject: 'enquiry:spam', detail: {} },
  ]);
  await expect(deleteEnquiry(admin, 'spam')).rejects.toMatchObject({ status: 404 });
});

test('deleting an enquiry also deletes its queued and sent copies [O8, S3]', async () => {
  vi.stubEnv('CONTACT_EMAIL', 'desk@midan.example').stubEnv('CONTACT_WEBHOOK_URL', 'https://desk.midan.example/hook');
  const message = contactSchema.parse({
    fullName: 'Ali Hassan',
    email: 'a@b.example',
    phoneNumber: '01001234567',
    message: 'Buy now, it is cheap',
  });
  const [spam, other] = [
    await receiveContactMessage(message, { lang: 'en', ip: 'x', now: new Date() }),
    await receiveContactMessage(message, { lang: 'en', ip: 'x', now: new Date() }),
  ];
  await deleteEnquiry(admin, spam.id);
  expect((await (await db()).outbox.findMany({ select: { key: true } })).map(({ key }) => key).sort()).toEqual([
    `contact-webhook:${other.id}`,
    `contact:${other.id}`,
  ]);
});
