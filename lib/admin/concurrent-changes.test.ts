import { beforeEach, expect, it } from 'vitest';
import { changeArticle } from '@/lib/articles/admin/articles';
import { articleInputSchema } from '@/lib/articles/articles';
import { bundleChangeSchema, changeBundle, createBundle, newBundleSchema } from '@/lib/courses/admin/bundles';
import { changeCourse, requireAdminCourse } from '@/lib/courses/admin/courses';
import { changeProduct, requireProduct } from '@/lib/courses/admin/products';
import { arrangeLessons } from '@/lib/lessons/admin/lesson-plan';
import { changeCoupon, createCoupon, newCouponSchema } from '@/lib/orders/admin/coupons';
import { changeQuiz, requireAdminQuiz } from '@/lib/quizzes/admin/quizzes';
import { buildActor } from '@/tests/support/actors';
import { bundleBodies } from '@/tests/support/calls/bundle-examples';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { buildQuiz, seedQuiz } from '@/tests/support/quizzes';

const now = new Date('2026-11-21T12:00:00Z');
const saving = { lang: 'en', now } as const;
const admin = buildActor('admin', { signedInAt: now, totpAt: now });
const slug = 'nextjs-from-zero';

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

/** Each returns a function that saves one of two different changes of the version that it read. */
const editors: Record<string, () => Promise<(isFirst: boolean) => Promise<unknown>>> = {
  'a course': async () => {
    const { texts, textVersion: version } = await requireAdminCourse(admin, slug);
    const change = { published: true, spokenLanguage: 'ar', texts, version } as const;
    return (isFirst) => changeCourse(admin, slug, { ...change, level: isFirst ? 'beginner' : 'advanced' }, now);
  },
  'the lessons of a course': async () => {
    const { chapters, planVersion: version } = await requireAdminCourse(admin, slug);
    const plan = chapters.map(({ title, lessons }) => ({
      title,
      lessons: lessons.map(({ file, name, freePreview }) => ({ file, name, freePreview })),
    }));
    const reordered = plan.map(({ title, lessons }) => ({ title, lessons: lessons.toReversed() }));
    return (isFirst) =>
      arrangeLessons(admin, slug, { chapters: isFirst ? plan.toReversed() : reordered, version }, now);
  },
  'a product': async () => {
    const updatedAt = (await requireProduct(admin, 'course-nextjs')).updatedAt.toISOString();
    return (isFirst) => changeProduct(admin, 'course-nextjs', { amount: isFirst ? 1000 : 2000, updatedAt }, now);
  },
  'a bundle': async () => {
    await seedCourse('course-b', 'product-b');
    const { key, ...terms } = bundleBodies['POST /api/admin/bundles'];
    const made = await createBundle(admin, newBundleSchema.parse({ key, ...terms }), saving);
    const change = bundleChangeSchema.parse({ ...terms, updatedAt: made.updatedAt.toISOString() });
    return (isFirst) => changeBundle(admin, key, { ...change, amount: isFirst ? 1000 : 2000 }, saving);
  },
  'a coupon': async () => {
    const { code, ...terms } = newCouponSchema.parse({
      code: 'TEN',
      percent: 10,
      amount: null,
      startsAt: null,
      endsAt: null,
      maxUses: 2,
      maxUsesPerLearner: null,
      withSale: false,
      refundable: false,
      courses: [slug],
    });
    const { id, updatedAt } = await createCoupon(admin, { code, ...terms }, saving);
    const change = { ...terms, updatedAt: updatedAt.toISOString() };
    return (isFirst) => changeCoupon(admin, id, { ...change, percent: isFirst ? 20 : 30 }, saving);
  },
  'a quiz': async () => {
    const { version } = await requireAdminQuiz(admin, await seedQuiz());
    return (isFirst) =>
      changeQuiz(admin, 'routes', { ...buildQuiz(), passPercent: isFirst ? 70 : 80, version }, saving);
  },
  'an article': async () => {
    const text = {
      title: 'A title',
      description: 'Twenty characters or more of it.',
      category: 'News',
      html: '<p>x</p>',
    };
    const article = articleInputSchema.parse({
      id: 'first',
      category: 'news',
      imageUrl: null,
      published: true,
      publishedAt: now.toISOString(),
      texts: { en: text },
    });
    const updatedAt = (await changeArticle(admin, null, article)).updatedAt.toISOString();
    return (isFirst) => changeArticle(admin, 'first', { ...article, category: isFirst ? 'one' : 'two', updatedAt });
  },
};

it.each(Object.keys(editors))(
  'two admins who save %s at the same moment: the second gets a conflict [O7, X30]',
  async (kind) => {
    const save = await editors[kind]!();
    const outcomes = await Promise.allSettled([save(true), save(false)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ status: 409, key: 'conflict' }),
    });
  },
);
