import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAudit } from '@/lib/accounts/admin/audit-log';
import { changeRole, endUserSessions, listUsers, requireUserDetails } from '@/lib/accounts/admin/users';
import { makeAdministrator } from '@/lib/accounts/administrators';
import { changeArticle, listArticleRows, removeArticle, requireAdminArticle } from '@/lib/articles/admin/articles';
import * as cache from '@/lib/cache/invalidate';
import { deleteEnquiry, handleEnquiry, listEnquiries } from '@/lib/contact/admin/enquiries';
import { changeCourse, listCourses, listCourseTitles, requireAdminCourse } from '@/lib/courses/admin/courses';
import { listFeedback, readMeans } from '@/lib/courses/admin/feedback';
import {
  changeProduct,
  listProductsOfCourses,
  productChangeSchema,
  requireProduct,
} from '@/lib/courses/admin/products';
import { findCourse, findProduct, hasCourse } from '@/lib/courses/catalogue/catalogue';
import { db } from '@/lib/database/client';
import { readMigrations } from '@/lib/database/migrations';
import { inEachLanguage } from '@/lib/language';
import { arrangeLessons } from '@/lib/lessons/admin/lesson-plan';
import { readHealth } from '@/lib/operations/admin/health';
import { readOverview } from '@/lib/operations/admin/overview';
import { grantOrder, reconcileOrder, revokeOrder } from '@/lib/orders/admin/order-actions';
import { requireOrder } from '@/lib/orders/admin/order-details';
import { exportOrdersAsCsv, listOrders } from '@/lib/orders/admin/order-list';
import type { MaybeActor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { matchProblem } from '@/tests/support/problems';

const now = new Date('2026-11-21T10:00:00Z');
const admin = buildActor('admin', { totpAt: now });
const slug = 'nextjs-from-zero';

async function seedOrders(): Promise<void> {
  const client = await db();
  await client.user.createMany({
    data: [
      { id: 'admin', role: 'admin', name: 'Amira', email: 'admin@midan.example', emailConfirmedAt: now },
      { id: 'mona', name: 'منى علي', email: 'mona@midan.example', emailConfirmedAt: now, phone: '01012345678' },
      { id: 'guest', role: 'guest' },
    ],
  });
  const order = {
    productKey: 'course-nextjs',
    courseSlug: slug,
    description: 'Next',
    amountPiastres: 150_000,
    userId: 'mona',
    expiresAt: now,
  };
  await client.order.createMany({
    data: [
      {
        ...order,
        id: 'o1',
        status: 'paid',
        paidAt: new Date('2026-11-20T22:30:00Z'),
        createdAt: new Date('2026-11-20T22:00:00Z'),
      },
      {
        ...order,
        id: 'o2',
        status: 'failed',
        lang: 'en',
        needsReview: 'double charge',
        createdAt: new Date('2026-11-21T09:00:00Z'),
      },
    ],
  });
  const line = {
    position: 0,
    productKey: 'course-nextjs',
    courseSlug: slug,
    description: 'Next',
    listPiastres: 150_000,
    totalPiastres: 150_000,
  };
  await client.orderLine.createMany({ data: ['o1', 'o2'].map((orderId) => ({ ...line, orderId })) });
}

describe('administration', () => {
  beforeEach(async () => {
    await resetDatabase();
    await seedCourse();
    await seedOrders();
  });

  it('only an admin with a second factor has access [D12, N6, X01]', async () => {
    const calls: Array<(actor: MaybeActor) => Promise<unknown>> = [
      (actor) => listOrders(actor, { page: 1 }),
      (actor) => requireOrder(actor, 'o1', new Date()),
      (actor) => exportOrdersAsCsv(actor, {}),
      (actor) => grantOrder(actor, { orderId: 'o1', reason: 'because', now }),
      (actor) => revokeOrder(actor, { orderId: 'o1', reason: 'because', now }),
      (actor) => reconcileOrder(actor, { orderId: 'o1', reason: 'because', now }),
      (actor) => listUsers(actor, { page: 1 }),
      (actor) => changeRole(actor, 'mona', 'admin', now),
      (actor) => listProductsOfCourses(actor, []),
      (actor) => changeProduct(actor, 'course-nextjs', { amount: 100 }, now),
      (actor) => listCourses(actor, { page: 1 }),
      listCourseTitles,
      (actor) => requireAdminCourse(actor, slug),
      (actor) => arrangeLessons(actor, slug, { chapters: [] }, now),
      (actor) => listArticleRows(actor, { page: 1, now }),
      (actor) => requireAdminArticle(actor, 'a'),
      (actor) => removeArticle(actor, 'a'),
      (actor) => listEnquiries(actor, { state: 'open', page: 1 }),
      (actor) => handleEnquiry(actor, 'e', true, now),
      (actor) => deleteEnquiry(actor, 'e'),
      (actor) => requireProduct(actor, 'course-nextjs'),
      (actor) => listFeedback(actor, 1),
      readMeans,
      (actor) => requireUserDetails(actor, 'mona', now),
      (actor) => endUserSessions(actor, { userId: 'mona', sessionId: null }, now),
      (actor) => listAudit(actor, { page: 1 }),
      (actor) => readHealth(actor, now),
      (actor) => readOverview(actor, now),
    ];
    for (const call of calls) {
      await expect(call(null), String(call)).rejects.toEqual(matchProblem(401, 'unauthorized'));
      await expect(call(buildActor('guest')), String(call)).rejects.toEqual(matchProblem(403, 'forbidden'));
      await expect(call(buildActor('learner')), String(call)).rejects.toEqual(matchProblem(403, 'forbidden'));
      if (!String(call).includes('Article'))
        await expect(call(buildActor('editor')), String(call)).rejects.toEqual(matchProblem(403, 'forbidden'));
      await expect(call(buildActor('admin', { totpEnrolled: false })), String(call)).rejects.toEqual(
        matchProblem(403, 'totp-enrol'),
      );
    }
  });

  it('finds orders by status, number and buyer [O6]', async () => {
    const listIds = async (query: Parameters<typeof listOrders>[1]) =>
      (await listOrders(admin, query)).rows.map((row) => row.orderId);
    expect(await listIds({ page: 1 })).toEqual(['o2', 'o1']);
    expect(await listIds({ status: 'paid', page: 1 })).toEqual(['o1']);
    expect(await listIds({ status: 'review', page: 1 })).toEqual(['o2']);
    expect(await listIds({ q: '#١', page: 1 })).toEqual(['o1']);
    expect(await listIds({ q: 'MONA@', page: 1 })).toEqual(['o2', 'o1']);
    expect(await listIds({ q: 'منى', status: 'failed', page: 1 })).toEqual(['o2']);
    expect(await listIds({ page: 2 })).toEqual([]);
  });

  it('granting and revoking an order changes access and appears in the timeline and the audit log [O6, O9]', async () => {
    const mona = buildActor('learner', { userId: 'mona' });
    await grantOrder(admin, { orderId: 'o2', reason: 'paid in cash', now });
    expect(await hasCourse({ actor: mona, courseSlug: slug })).toBe(true);
    await revokeOrder(admin, { orderId: 'o2', reason: 'a mistake', now });
    expect(await hasCourse({ actor: mona, courseSlug: slug })).toBe(false);
    const order = await requireOrder(admin, 'o2', new Date());
    expect(order.timeline).toMatchObject([
      { kind: 'granted', by: 'Amira', detail: { reason: 'paid in cash' } },
      { kind: 'revoked', by: 'Amira', detail: { reason: 'a mistake' } },
    ]);
    const { rows } = await listAudit(admin, { page: 1 });
    expect(rows.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'order.revoked order:o2',
      'order.granted order:o2',
    ]);
    await expect(grantOrder(admin, { orderId: 'none', reason: 'xxx', now })).rejects.toEqual(
      matchProblem(404, 'not-found'),
    );
  });

  it('Paymob’s events and our notes form one timeline in chronological order [O6]', async () => {
    const client = await db();
    const event = {
      orderId: 'o1',
      source: 'callback' as const,
      type: 'TRANSACTION',
      result: 'applied' as const,
      chargeId: '77',
      body: {},
    };
    await client.orderNote.create({
      data: { orderId: 'o1', kind: 'asked', createdAt: new Date(now.getTime() - 1000) },
    });
    await client.paymentEvent.create({ data: { ...event, fingerprint: 'f', receivedAt: now } });
    await client.orderNote.create({ data: { orderId: 'o1', kind: 'paid', createdAt: now } });
    const { timeline } = await requireOrder(admin, 'o1', new Date());
    expect(timeline.map(({ kind }) => kind)).toEqual(['asked', 'event', 'paid']);
    expect(timeline[1]?.detail).toEqual({
      source: 'callback',
      type: 'TRANSACTION',
      transaction: '77',
      result: 'applied',
    });
  });

  it('a price change takes effect at once, purges its pages and requires a step-up [O7]', async () => {
    const dropped = vi.spyOn(cache, 'purge');
    await changeProduct(admin, 'course-nextjs', { amount: 200_000, saleAmount: 120_000, refundableOnSale: true }, now);
    expect(await findProduct('course-nextjs')).toMatchObject({
      salePiastres: 120_000,
      listPiastres: 200_000,
      refundableOnSale: true,
    });
    expect(dropped).toHaveBeenCalledWith('products', 'courses', `course:${slug}`);
    await changeProduct(admin, 'course-nextjs', { amount: 100_000 }, now);
    expect(await findProduct('course-nextjs')).toMatchObject({ listPiastres: 100_000, salePiastres: null });
    const tired = buildActor('admin', { signedInAt: now, totpAt: new Date(now.getTime() - 11 * 60_000) });
    await expect(changeProduct(tired, 'course-nextjs', { amount: 1000 }, now)).rejects.toEqual(
      matchProblem(403, 'step-up'),
    );
    expect(productChangeSchema.safeParse({ amount: 1000, saleAmount: 1000 }).error?.issues[0]).toMatchObject({
      path: ['saleAmount'],
      message: 'sale_not_below_price',
    });
  });

  it('a second editor gets a conflict instead of overwriting a product [O7]', async () => {
    const [product] = await listProductsOfCourses(admin, [slug]);
    const updatedAt = product?.updatedAt.toISOString() ?? '';
    await (
      await db()
    ).product.update({ where: { key: 'course-nextjs' }, data: { updatedAt: new Date('2026-11-21T11:00:00Z') } });
    await expect(changeProduct(admin, 'course-nextjs', { amount: 500, updatedAt }, now)).rejects.toEqual(
      matchProblem(409, 'conflict'),
    );
  });

  it('lessons can be reordered, moved to another chapter or made a free preview, but none can be dropped [O7]', async () => {
    const before = await requireAdminCourse(admin, slug);
    const lessons = before.chapters
      .flatMap((chapter) => chapter.lessons)
      .map(({ durationSeconds: _seconds, ...lesson }) => lesson);
    const chapters = [
      {
        title: { ...inEachLanguage(() => 'All'), ar: 'كل' },
        lessons: lessons.toReversed().map((lesson) => ({ ...lesson, freePreview: lesson.file === '04-publish.mp4' })),
      },
    ];
    await arrangeLessons(admin, slug, { chapters }, now);
    const course = await findCourse(slug, 'en');
    expect(course?.chapters.map(({ title }) => title)).toEqual(['All']);
    expect(course?.chapters[0]?.lessons.map(({ file, freePreview }) => [file, freePreview])).toEqual([
      ['04-publish.mp4', true],
      ['03-data.mp4', false],
      ['02-first.mp4', false],
      ['01-welcome.mp4', false],
    ]);
    const short = { chapters: [{ title: inEachLanguage(() => 'x'), lessons: lessons.slice(1) }] };
    await expect(arrangeLessons(admin, slug, short, now)).rejects.toEqual(matchProblem(422, 'lessons-differ'));
    await expect(arrangeLessons(admin, slug, { chapters, version: before.planVersion }, now)).rejects.toEqual(
      matchProblem(409, 'conflict'),
    );
  });

  it('a course’s text changes in each language, with scripts removed [O7, X17]', async () => {
    const course = await requireAdminCourse(admin, slug);
    const text = { ...course.texts.en, title: 'New title', htmlContent: '<p>Fine</p><script>alert(1)</script>' };
    await changeCourse(
      admin,
      slug,
      { published: true, level: 'advanced', spokenLanguage: 'en', texts: { ...course.texts, en: text } },
      now,
    );
    expect(await findCourse(slug, 'en')).toMatchObject({
      title: 'New title',
      htmlContent: '<p>Fine</p>',
      imageUrl: '/assets/x.svg',
    });
    expect((await findCourse(slug, 'ar'))?.title).toBe('نكست');
    expect((await findCourse(slug, 'ar'))?.courseInfo).toMatchObject({
      level: 'advanced',
      spokenLanguage: 'en',
      prerequisites: [],
      faq: [],
    });
    expect(await requireAdminCourse(admin, slug)).toMatchObject({ level: 'advanced', spokenLanguage: 'en' });
  });

  it('an article is written in some languages, scheduled, moved and deleted [O8, A14]', async () => {
    const text = {
      title: 'A new article',
      description: 'Twenty characters or more of it.',
      category: 'News',
      html: '<p>Hello<script>1</script></p>',
    };
    const article = {
      id: 'first',
      category: 'news',
      imageUrl: null,
      published: true,
      publishedAt: new Date('2026-12-01T08:00:00Z'),
      texts: { en: text },
    };
    await changeArticle(admin, null, article);
    expect((await listArticleRows(admin, { page: 1, now })).rows).toMatchObject([
      { id: 'first', scheduled: true, titles: { en: 'A new article' } },
    ]);
    await expect(changeArticle(admin, null, { ...article, category: 'other' })).rejects.toEqual(
      matchProblem(409, 'address-taken'),
    );
    const moved = await changeArticle(admin, 'first', {
      ...article,
      id: 'better',
      texts: { en: text, ar: { ...text, title: 'مقال جديد' } },
    });
    expect(moved.texts.en?.html).toBe('<p>Hello</p>');
    expect(await (await db()).oldSlug.findFirst({ select: { from: true, to: true } })).toEqual({
      from: 'first',
      to: 'better',
    });
    await removeArticle(admin, 'better');
    await expect(requireAdminArticle(admin, 'better')).rejects.toEqual(matchProblem(404, 'not-found'));
  });

  it('an enquiry is marked as handled, and feedback is listed with its mean rating [O8]', async () => {
    const client = await db();
    const { id } = await client.enquiry.create({
      data: { fullName: 'Ali', email: 'a@b.example', phoneNumber: '0100', message: 'Hello' },
    });
    await handleEnquiry(admin, id, true, now);
    expect((await listEnquiries(admin, { state: 'open', page: 1 })).rows).toEqual([]);
    expect((await listEnquiries(admin, { state: 'handled', page: 1 })).rows).toHaveLength(1);
    await client.feedback.createMany({
      data: [
        { userId: 'mona', courseSlug: slug, rating: 5, answers: { clear: 'yes', better: ' ' } },
        { userId: 'mona', courseSlug: slug, rating: 0, answers: {} },
      ],
    });
    expect(await readMeans(admin)).toMatchObject([{ courseSlug: slug, title: { ar: 'نكست' }, count: 1, mean: 5 }]);
    expect((await listFeedback(admin, 1)).rows.flatMap((row) => row.answers)).toEqual([['clear', 'yes']]);
  });

  it('changing a role ends the user’s sessions; an admin cannot change their own role [D12, O9]', async () => {
    const client = await db();
    await client.session.create({ data: { userId: 'mona', expiresAt: new Date('2026-12-21T00:00:00Z') } });
    expect(await changeRole(admin, 'mona', 'admin', now)).toMatchObject({ userId: 'mona', role: 'admin' });
    expect(await client.session.count({ where: { userId: 'mona', revokedAt: null } })).toBe(0);
    await expect(changeRole(admin, 'admin', 'learner', now)).rejects.toEqual(matchProblem(409, 'own-role'));
    await client.user.create({ data: { id: 'new', email: 'new@midan.example' } });
    await expect(changeRole(admin, 'new', 'admin', now)).rejects.toEqual(matchProblem(409, 'unconfirmed'));
    expect((await listUsers(admin, { q: 'mona', page: 1 })).rows.map(({ userId }) => userId)).toEqual(['mona']);
  });

  it('a user’s page shows courses, orders and devices; ending the user’s sessions is audited [O9, D12]', async () => {
    const client = await db();
    await grantOrder(admin, { orderId: 'o1', reason: 'paid in cash', now });
    await client.lessonProgress.create({
      data: { userId: 'mona', courseSlug: slug, lesson: '02-first.mp4', played: true, watchedSeconds: 24 },
    });
    const expiresAt = new Date('2026-12-21T00:00:00Z');
    await client.session.createMany({
      data: ['s1', 's2', 's3'].map((id) => ({
        id,
        userId: 'mona',
        userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0',
        expiresAt,
      })),
    });
    const learner = await requireUserDetails(admin, 'mona', now);
    expect(learner).toMatchObject({
      userId: 'mona',
      email: 'mona@midan.example',
      role: 'learner',
      confirmed: true,
      secondFactor: false,
    });
    expect(learner.enrolments).toMatchObject([{ slug, source: 'admin', open: true, played: 1, lessons: 4 }]);
    expect(learner.orders.map(({ orderId }) => orderId)).toEqual(['o2', 'o1']);
    expect(learner.sessions.map(({ device }) => device)).toEqual([
      'Chrome · Android',
      'Chrome · Android',
      'Chrome · Android',
    ]);
    expect(JSON.stringify(learner)).not.toMatch(/passwordHash|totpSecret/);
    expect(await endUserSessions(admin, { userId: 'mona', sessionId: 's1' }, now)).toEqual({ ended: 1 });
    await expect(endUserSessions(admin, { userId: 'admin', sessionId: 's2' }, now)).rejects.toEqual(
      matchProblem(404, 'not-found'),
    );
    expect(await endUserSessions(admin, { userId: 'mona', sessionId: null }, now)).toEqual({ ended: 2 });
    expect((await requireUserDetails(admin, 'mona', now)).sessions).toEqual([]);
    const { rows } = await listAudit(admin, { page: 1 });
    expect(rows.map(({ action, called, detail }) => [action, called, detail])).toContainEqual([
      'sessions.ended',
      'منى علي',
      { ended: 2 },
    ]);
    await expect(requireUserDetails(admin, 'guest', now)).rejects.toEqual(matchProblem(404, 'not-found'));
  });

  it('the command makes only an existing, confirmed account admin [D12]', async () => {
    expect(await makeAdministrator('nobody@midan.example', now)).toMatchObject({ ok: false, code: 'unknown-account' });
    expect(await makeAdministrator(' MONA@midan.example ', now)).toEqual({
      ok: true,
      value: { wasAdminBefore: false, isUnproven: true },
    });
    expect(await makeAdministrator('mona@midan.example', now)).toEqual({
      ok: true,
      value: { wasAdminBefore: true, isUnproven: false },
    });
    await (await db()).user.create({ data: { id: 'new', email: 'new@midan.example' } });
    expect(await makeAdministrator('new@midan.example', now)).toMatchObject({ ok: false, code: 'unconfirmed' });
  });

  it('the overview counts by days in Cairo, and the health page reports what needs attention [O6, O9]', async () => {
    const client = await db();
    await client.searchVisit.createMany({
      data: [
        { day: '2026-11-21', lang: 'ar', count: 4 },
        { day: '2026-11-01', lang: 'ar', count: 3 },
        { day: '2026-10-01', lang: 'ar', count: 50 },
      ],
    });
    await client.order.create({
      data: {
        id: 'o3',
        productKey: 'course-nextjs',
        courseSlug: slug,
        description: 'x',
        amountPiastres: 90_000,
        status: 'refunded',
        refundedPiastres: 90_000,
        userId: 'mona',
        createdAt: new Date('2026-10-05T10:00:00Z'),
        paidAt: new Date('2026-10-05T10:00:00Z'),
        refundedAt: new Date('2026-10-06T10:00:00Z'),
        expiresAt: now,
      },
    });
    const overview = await readOverview(admin, now);
    expect(overview.days).toHaveLength(30);
    expect(overview.days.at(-1)).toMatchObject({ day: '2026-11-21', sales: 1, salesPiastres: 150_000 });
    expect(overview.languages).toEqual([
      { lang: 'ar', searches: 7, begun: 1, paid: 1 },
      { lang: 'en', searches: 0, begun: 1, paid: 0 },
      { lang: 'de', searches: 0, begun: 0, paid: 0 },
    ]);
    expect(overview.totals).toMatchObject({ sales: 1, salesPiastres: 150_000, refundedPiastres: 0 });
    expect(overview.before).toMatchObject({ sales: 1, salesPiastres: 90_000, refundedPiastres: 90_000, enrolments: 0 });
    expect(overview.waiting).toEqual({ refunds: 0, reviews: 1, enquiries: 0 });
    const migrations = (await readMigrations()).migrationDirectories.map(({ path }) => path);
    const health = await readHealth(admin, now);
    expect(health).toMatchObject({
      version: '0.0.4',
      migrations: { applied: migrations.length, last: migrations.at(-1), failed: 0 },
      lastBackup: null,
      figures: { lastCallback: null },
    });
    expect(health.warnings).toEqual(expect.arrayContaining(['backup', 'review']));
    await client.fact.create({ data: { name: 'last-backup', value: { at: now.toISOString(), file: '/b' } } });
    await client.outbox.create({
      data: { key: 'waiting', kind: 'mail', payload: {}, createdAt: new Date(now.getTime() - 16 * 60_000) },
    });
    const { warnings } = await readHealth(admin, now);
    expect([warnings.includes('backup'), warnings.includes('mail')]).toEqual([false, true]);
  });
});
