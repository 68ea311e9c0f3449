import { beforeEach, describe, expect, it } from 'vitest';
import { addSeconds } from '@/lib/clock';
import { db, transaction } from '@/lib/database/client';
import { sweepCopies } from '@/lib/newsletter/copies';
import { sendNewsletters } from '@/lib/newsletter/send-newsletters';
import { findPictureUses } from '@/lib/pictures/admin/pictures';
import { buildActor } from '@/tests/support/actors';
import { listAuditActions } from '@/tests/support/audit-log';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { seedNewsletter, seedSubscriber } from '@/tests/support/newsletters';
import {
  changeNewsletter,
  createNewsletter,
  listNewsletters,
  newsletterSchema,
  newsletterSendSchema,
  previewNewsletter,
  readReadership,
  removeNewsletter,
  requireNewsletter,
  sendTestNewsletter,
} from './newsletters';
import { sendNewsletter, stopNewsletter } from './send';

const now = new Date();
const chief = buildActor('admin', { lang: 'en' });
const input = newsletterSchema.parse({
  lang: 'ar',
  subject: 'دورة جديدة',
  preview: 'تبدأ الأحد',
  html: '<p onclick="x">أهلًا</p><script>x</script>',
  readerLang: 'ar',
  courseSlug: null,
  courseOwners: true,
});
const create = (over: object = {}) => createNewsletter(chief, { ...input, ...over });
const send = (id: string, over: object = {}) => sendNewsletter(chief, id, { sendAt: null, lang: 'en', now, ...over });

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

describe('writing', () => {
  it('states the size of the mail, which Gmail clips above 102 KB [N9]', async () => {
    const { id, htmlBytes } = await create();
    expect(htmlBytes).toBe(Buffer.byteLength((await previewNewsletter(chief, id)).html));
    expect((await create({ html: `<p>${'نص '.repeat(25_000)}</p>` })).htmlBytes).toBeGreaterThan(102 * 1024);
  });

  it('cleans a draft like an article, counts its readers, and refuses the second of two concurrent edits [N9]', async () => {
    await seedSubscriber('mona@midan.example');
    await seedSubscriber('karim@midan.example', 'en');
    const first = await create();
    expect(first).toMatchObject({ status: 'draft', html: '<p>أهلًا</p>', readers: 1, figures: null });
    const updatedAt = first.updatedAt.toISOString();
    expect(await changeNewsletter(chief, first.id, { ...input, readerLang: null, updatedAt })).toMatchObject({
      readers: 2,
    });
    await expect(changeNewsletter(chief, first.id, { ...input, updatedAt })).rejects.toMatchObject({
      status: 409,
      key: 'conflict',
    });
    await expect(create({ courseSlug: 'unknown' })).rejects.toMatchObject({
      error: { issues: [{ path: ['courseSlug'], message: 'unknown_course' }] },
    });
    expect(await create({ courseSlug: 'nextjs-from-zero' })).toMatchObject({ readers: 0 });
    expect((await listNewsletters(chief, { page: 1 })).rows).toHaveLength(2);
    expect((await previewNewsletter(chief, first.id)).html).toContain('dir="rtl"');
    await removeNewsletter(chief, first.id);
    await expect(requireNewsletter(chief, first.id)).rejects.toMatchObject({ status: 404 });
    await expect(changeNewsletter(chief, first.id, input)).rejects.toMatchObject({
      status: 404,
      key: 'newsletter-deleted',
    });
  });

  it('autosaves a draft, and records only the first save of each admin in a row in the audit log [N9, O9]', async () => {
    const other = buildActor('admin', { userId: 'other', totpAt: now });
    const { id } = await create();
    for (const subject of ['A', 'AB', 'ABC']) await changeNewsletter(chief, id, { ...input, subject });
    for (const subject of ['ABCD', 'ABCDE']) await changeNewsletter(other, id, { ...input, subject });
    await changeNewsletter(chief, id, { ...input, subject: 'F' });
    expect(await listAuditActions()).toEqual(['newsletter.create', 'newsletter.change', 'newsletter.change']);
  });

  it('counts a picture in a newsletter as used, even after sending [N9, N7]', async () => {
    const id = await seedNewsletter(now, { status: 'sent', html: '<img src="/assets/pictures/a-picture/640.webp">' });
    expect(await transaction((tx) => findPictureUses(tx, 'a-picture'))).toEqual([
      { kind: 'newsletter', id, titles: { ar: 'دورة جديدة' } },
    ]);
  });

  it('sends a test only to the admin, as a mail that is not queued behind newsletters [N9]', async () => {
    const { id } = await create();
    expect(await sendTestNewsletter(chief, id, now)).toEqual({ to: chief.email });
    expect(
      await (await db()).outbox.findMany({ select: { kind: true, newsletterId: true, payload: true } }),
    ).toMatchObject([{ kind: 'letter', newsletterId: null, payload: { to: chief.email } }]);
  });
});

describe('sending', () => {
  it('sends nothing without a subject, a text or readers [N9]', async () => {
    const { id } = await create({ subject: '', html: '<p> </p>' });
    await expect(send(id)).rejects.toMatchObject({
      status: 422,
      errors: { subject: [expect.any(String)], html: [expect.any(String)] },
    });
    await expect(send((await create()).id)).rejects.toMatchObject({ status: 409, key: 'newsletter-no-readers' });
  });

  it('a sent newsletter cannot be changed, deleted or sent again [N9]', async () => {
    await seedSubscriber('mona@midan.example');
    const { id } = await create();
    expect(await send(id)).toMatchObject({ status: 'sending', figures: { waiting: 0 } });
    for (const again of [() => send(id), () => changeNewsletter(chief, id, input), () => removeNewsletter(chief, id)])
      await expect(again()).rejects.toMatchObject({ status: 409, key: 'newsletter-not-draft' });
    expect(await listAuditActions()).toEqual(['newsletter.create', 'newsletter.send']);
  });

  it('stopping turns a scheduled newsletter into a draft, and withdraws the waiting copies of one being sent [N9]', async () => {
    await seedSubscriber('mona@midan.example');
    const { id } = await create();
    const sendAt = addSeconds(now, 3600);
    expect(await send(id, { sendAt })).toMatchObject({ status: 'scheduled', sendAt, figures: null });
    expect(await stopNewsletter(chief, id, now)).toMatchObject({ status: 'draft', sendAt: null });
    await send(id);
    await sendNewsletters(now, AbortSignal.abort());
    await (
      await db()
    ).outbox.createMany({
      data: [{ key: `newsletter:${id}:x`, kind: 'newsletter', newsletterId: id, payload: { subscriberId: 'x' } }],
    });
    expect(await stopNewsletter(chief, id, now)).toMatchObject({
      status: 'stopped',
      figures: { withdrawn: 1, waiting: 0 },
    });
    await expect(stopNewsletter(chief, id, now)).rejects.toMatchObject({ status: 409, key: 'newsletter-over' });
    expect(await sendNewsletters(addSeconds(now, 9))).toBe(0);
  });

  it('stops and sweeps a newsletter of any size in statements of a bounded size [N9]', async () => {
    const id = await seedNewsletter(now, { queuedAt: now });
    const client = await db();
    await client.$executeRaw`
      INSERT INTO "Outbox" ("key", "kind", "newsletterId", "payload")
      SELECT 'newsletter:' || ${id} || ':' || n, 'newsletter', ${id}, '{}' FROM generate_series(1, 10001) n`;
    await client.$executeRaw`
      CREATE FUNCTION refuse_long_statement() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF (SELECT count(*) FROM touched) > 5000 THEN RAISE EXCEPTION 'takes too long'; END IF; RETURN NULL; END $$`;
    await client.$executeRaw`
      CREATE TRIGGER refuse_long_update AFTER UPDATE ON "Outbox" REFERENCING NEW TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_long_statement()`;
    await client.$executeRaw`
      CREATE TRIGGER refuse_long_delete AFTER DELETE ON "Outbox" REFERENCING OLD TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_long_statement()`;
    try {
      expect(await stopNewsletter(chief, id, now)).toMatchObject({ figures: { withdrawn: 10_001, waiting: 0 } });
      await sweepCopies(addSeconds(now, 91 * 86_400));
      expect(await client.outbox.count()).toBe(0);
      expect(await requireNewsletter(chief, id)).toMatchObject({ figures: { withdrawn: 10_001 } });
    } finally {
      await client.$executeRaw`DROP FUNCTION refuse_long_statement() CASCADE`;
    }
  });

  it.each([
    ['1960-01-01T00:00:00Z', 'date_range'],
    ['soon', 'date_time'],
  ])('refuses %s as the time to send [N9]', (sendAt, fault) => {
    expect(newsletterSendSchema.safeParse({ sendAt }).error?.issues[0]?.message).toBe(fault);
  });
});

describe('permissions', () => {
  const calls: Array<[string, (actor: Parameters<typeof requireNewsletter>[0]) => Promise<unknown>]> = [
    ['list', (actor) => listNewsletters(actor, { page: 1 })],
    ['see readers', (actor) => readReadership(actor)],
    ['read', (actor) => requireNewsletter(actor, 'x')],
    ['create', (actor) => createNewsletter(actor, input)],
    ['change', (actor) => changeNewsletter(actor, 'x', input)],
    ['delete', (actor) => removeNewsletter(actor, 'x')],
    ['preview', (actor) => previewNewsletter(actor, 'x')],
    ['test', (actor) => sendTestNewsletter(actor, 'x', now)],
    ['send', (actor) => sendNewsletter(actor, 'x', { sendAt: null, lang: 'en', now })],
    ['stop', (actor) => stopNewsletter(actor, 'x', now)],
  ];
  it.each(calls)('%s: only admins with a second factor [N9, N6]', async (_, call) => {
    await expect(call(null)).rejects.toMatchObject({ status: 401 });
    for (const actor of [buildActor('learner'), buildActor('editor'), buildActor('admin', { totpEnrolled: false })])
      await expect(call(actor)).rejects.toMatchObject({ status: 403 });
  });

  it('sending requires a second factor entered in the last minutes [N9]', async () => {
    await seedSubscriber('mona@midan.example');
    const { id } = await create();
    await expect(
      sendNewsletter(buildActor('admin', { totpAt: addSeconds(now, -3600) }), id, { sendAt: null, lang: 'en', now }),
    ).rejects.toMatchObject({ status: 403, key: 'step-up' });
  });
});
