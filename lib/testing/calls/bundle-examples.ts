import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { seedCourse } from '../catalogue';

const texts = { name: inEachLanguage(() => 'A bundle'), description: inEachLanguage(() => 'Two courses') };
const courses = ['nextjs-from-zero', 'course-b'];

const bundleTerms = { ...texts, courses, amount: 150_000, saleAmount: null, refundableOnSale: false, active: true };

/** What the calls expect. */
export const bundleBodies = {
  'POST /api/admin/bundles': { key: 'bundle-b', ...bundleTerms },
  'PUT /api/admin/bundles/[key]': { ...bundleTerms, updatedAt: '2026-01-01T00:00:00Z' },
};

export const seedSecondCourse = () => seedCourse('course-b', 'product-b');

async function newBundle(): Promise<string> {
  await seedSecondCourse();
  const bundled = { create: courses.map((courseSlug, position) => ({ courseSlug, position })) };
  const client = await db();
  await client.product.create({ data: { key: 'bundle-b', courseSlug: 'nextjs-from-zero', ...texts, amountPiastres: 150_000, bundled }, select: { key: true } });
  return 'bundle-b';
}

export const bundleExamples = {
  'GET /api/admin/bundles': async () => {
    await newBundle();
    return {};
  },
  'POST /api/admin/bundles': async () => {
    await seedSecondCourse();
    return { body: { key: 'bundle-b', ...bundleTerms } };
  },
  'GET /api/admin/bundles/[key]': async () => ({ params: { key: await newBundle() } }),
  'PUT /api/admin/bundles/[key]': async () => ({ params: { key: await newBundle() }, body: bundleTerms }),
};
