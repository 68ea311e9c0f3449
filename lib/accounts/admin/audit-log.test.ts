import { beforeEach, expect, test } from 'vitest';
import { writeAudit } from '@/lib/accounts/audit';
import { removeArticle } from '@/lib/articles/admin/articles';
import { removeArticleDraft, saveArticleDraft } from '@/lib/articles/admin/drafts';
import { db, transaction } from '@/lib/database/client';
import { removeNewsletter } from '@/lib/newsletter/admin/newsletters';
import { deleteCoupon } from '@/lib/orders/admin/coupons';
import { deleteQuiz } from '@/lib/quizzes/admin/quizzes';
import { buildActor } from '@/tests/support/actors';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { seedNewsletter } from '@/tests/support/newsletters';
import { seedQuiz } from '@/tests/support/quizzes';
import { listAudit } from './audit-log';

const admin = buildActor('admin', { totpAt: new Date() });
const draftId = '0198aaaa-0000-7000-8000-000000000001';

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

const audit = (action: string, subject: string) =>
  transaction((tx) => writeAudit(tx, { actor: admin, action, subject }));
const read = async () =>
  new Map((await listAudit(admin, { page: 1 })).rows.map(({ action, called, exists }) => [action, { called, exists }]));

test('shows quizzes, article drafts and enquiries by title or sender in the audit log [O9]', async () => {
  const client = await db();
  await seedQuiz();
  const { id } = await client.enquiry.create({
    data: { fullName: 'هالة', email: 'hala@midan.example', phoneNumber: '', message: 'متى تبدأ؟' },
    select: { id: true },
  });
  await saveArticleDraft(admin, draftId, {
    number: 0,
    updatedAt: null,
    values: {
      id: '',
      category: '',
      imageUrl: null,
      publishedAt: '',
      published: true,
      texts: { en: { title: 'Half written', description: '', category: '', html: '' } },
    },
  });
  await audit('quiz.change', 'quiz:routes');
  await audit('enquiry.handled', `enquiry:${id}`);
  const rows = await read();
  expect(rows.get('quiz.change')).toEqual({
    called: { ar: 'اختبار', en: 'Quiz', de: 'Quiz auf Deutsch' },
    exists: true,
  });
  expect(rows.get('enquiry.handled')).toEqual({ called: 'هالة', exists: true });
  expect(rows.get('article.draft')).toMatchObject({ called: { en: 'Half written' }, exists: true });
});

test('keeps showing the names of deleted items, in older entries too, but never of deleted users [O9]', async () => {
  const client = await db();
  await client.article.create({
    data: {
      id: 'gone',
      category: 'web',
      publishedAt: new Date(),
      texts: {
        create: {
          lang: 'ar',
          title: 'مقال راح',
          description: '',
          category: '',
          html: '',
          searchText: '',
          publishedAt: new Date(),
        },
      },
    },
    select: { id: true },
  });
  await audit('article.publish', 'article:gone');
  await removeArticle(admin, 'gone');
  await saveArticleDraft(admin, draftId, {
    number: 0,
    updatedAt: null,
    values: {
      id: '',
      category: '',
      imageUrl: null,
      publishedAt: '',
      published: true,
      texts: { de: { title: 'Halb', description: '', category: '', html: '' } },
    },
  });
  await removeArticleDraft(admin, draftId, { number: 1 });
  const letter = await seedNewsletter(new Date(), { status: 'draft', startedAt: null, subject: 'نشرة نوفمبر' });
  await removeNewsletter(admin, letter);
  await seedQuiz();
  await deleteQuiz(admin, 'routes');
  const { id: coupon } = await client.coupon.create({ data: { code: 'EID', percent: 10 }, select: { id: true } });
  await deleteCoupon(admin, coupon, new Date());
  await audit('account.deleted', 'user:somebody');
  const rows = await read();
  expect(rows.get('article.publish')).toMatchObject({ called: { ar: 'مقال راح' }, exists: false });
  expect(rows.get('article.draft')).toMatchObject({ called: { de: 'Halb' }, exists: false });
  expect(rows.get('newsletter.remove')).toEqual({ called: 'نشرة نوفمبر', exists: false });
  expect(rows.get('quiz.delete')).toEqual({
    called: { ar: 'اختبار', en: 'Quiz', de: 'Quiz auf Deutsch' },
    exists: false,
  });
  expect(rows.get('coupon.delete')).toEqual({ called: 'EID', exists: false });
  expect(rows.get('account.deleted')).toEqual({ called: null, exists: false });
});
