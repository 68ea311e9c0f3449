import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { seedCourse } from '@/tests/support/catalogue';
import { readJson, sendCall } from './call-world';

const texts = { name: inEachLanguage(() => 'A bundle'), description: inEachLanguage(() => 'Two courses') };
const courses = ['nextjs-from-zero', 'course-b'];

const bundleTerms = { ...texts, courses, amount: 150_000, saleAmount: null, refundableOnSale: false, active: true };

const newCourse = {
  title: inEachLanguage(() => 'A new course'),
  slug: 'a-new-course',
  level: 'beginner',
  spokenLanguage: 'ar',
  amount: 10_000,
};

export const bundleBodies = {
  'POST /api/admin/courses': newCourse,
  'POST /api/admin/bundles': { key: 'bundle-b', ...bundleTerms },
  'PUT /api/admin/bundles/[key]': { ...bundleTerms, updatedAt: '2026-01-01T00:00:00Z' },
};

export const seedSecondCourse = () => seedCourse('course-b', 'product-b');

async function createBundle(): Promise<string> {
  await seedSecondCourse();
  const bundled = { create: courses.map((courseSlug, position) => ({ courseSlug, position })) };
  const client = await db();
  await client.product.create({
    data: { key: 'bundle-b', courseSlug: 'nextjs-from-zero', ...texts, amountPiastres: 150_000, bundled },
    select: { key: true },
  });
  return 'bundle-b';
}

export const bundleExamples = {
  'POST /api/admin/courses': { body: newCourse },
  'DELETE /api/admin/courses/[slug]': async () => {
    const { slug = '' } = await readJson(sendCall('POST /api/admin/courses', { body: newCourse }));
    return { params: { slug } };
  },
  'GET /api/admin/bundles': async () => {
    await createBundle();
    return {};
  },
  'POST /api/admin/bundles': async () => {
    await seedSecondCourse();
    return { body: { key: 'bundle-b', ...bundleTerms } };
  },
  'GET /api/admin/bundles/[key]': async () => ({ params: { key: await createBundle() } }),
  'PUT /api/admin/bundles/[key]': async () => ({ params: { key: await createBundle() }, body: bundleTerms }),
  'DELETE /api/admin/bundles/[key]': async () => ({ params: { key: await createBundle() } }),
};
