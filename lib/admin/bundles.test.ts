import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/actor';
import { findProduct, listProducts } from '@/lib/courses/catalogue/catalogue';
import { db } from '@/lib/database/client';
import { bundleBodies } from '@/lib/testing/calls/bundle-examples';
import { seedCourse } from '@/lib/testing/catalogue';
import { freshDatabase } from '@/lib/testing/database';
import { bundleChangeSchema, changeBundle, createBundle, listBundleRows, newBundleSchema, requireBundle } from './bundles';
import { listProductsOf } from './products';

const now = new Date('2026-11-21T12:00:00Z');
const saving = { lang: 'en', now } as const;
const admin: Actor = { userId: 'chief', role: 'admin', sessionId: 's', name: 'Chief', email: null, lang: 'ar', signedInAt: now, totpEnrolled: true, totpAt: now };
const terms = bundleBodies['POST /api/admin/bundles'];
const create = (more: Partial<typeof terms> = {}) => createBundle(admin, newBundleSchema.parse({ ...terms, ...more }), saving);
const { key: _key, ...changed } = terms;
const change = (more: object, actor: Actor = admin) => changeBundle(actor, terms.key, bundleChangeSchema.parse({ ...changed, ...more }), saving);
const faultsOf = (body: object) => newBundleSchema.safeParse({ ...terms, ...body }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

beforeEach(async () => {
  await freshDatabase();
  await seedCourse();
  await seedCourse('course-b', 'product-b');
});

describe('bundles in administration', () => {
  it('N11 a bundle that was made is for sale, beside its courses', async () => {
    await create();
    expect(await findProduct(terms.key)).toMatchObject({ courseSlug: 'nextjs-from-zero', listPiastres: 150_000, bundle: [{ courseSlug: 'nextjs-from-zero' }, { courseSlug: 'course-b', listPiastres: 180_000 }] });
    expect((await listBundleRows(admin)).map(({ key, courses }) => [key, courses])).toEqual([[terms.key, ['nextjs-from-zero', 'course-b']]]);
    expect((await listProductsOf(admin, ['nextjs-from-zero', 'course-b'])).map(({ key }) => key)).toEqual(['course-nextjs', 'product-b']);
    await expect(create()).rejects.toMatchObject({ status: 409, key: 'key-taken' });
  });

  it('N11 O7 changed, it is charged and shown so at once; somebody else’s change in between is a conflict', async () => {
    const { updatedAt } = await create();
    const after = await change({ courses: ['course-b', 'nextjs-from-zero'], amount: 140_000, saleAmount: 120_000, updatedAt: updatedAt.toISOString() });
    expect(after).toMatchObject({ courses: ['course-b', 'nextjs-from-zero'], amount: 140_000, saleAmount: 120_000 });
    expect((await listProducts()).find(({ key }) => key === terms.key)).toMatchObject({ courseSlug: 'course-b', salePiastres: 120_000 });
    await expect(change({ updatedAt: updatedAt.toISOString() })).rejects.toMatchObject({ status: 409, key: 'conflict' });
    await change({ active: false });
    expect((await listProducts()).map(({ key }) => key)).not.toContain(terms.key);
    const client = await db();
    expect((await client.audit.findMany({ orderBy: { id: 'asc' }, select: { action: true } })).map(({ action }) => action)).toEqual(['bundle.create', 'bundle.change', 'bundle.change']);
  });

  it('N11 names what is wrong at its field', async () => {
    expect(faultsOf({ courses: ['course-b', 'course-b'] })).toEqual([['courses', 'bundle_too_small']]);
    expect(faultsOf({ key: 'باقة' })).toEqual([['key', 'key_invalid']]);
    expect(faultsOf({ saleAmount: 150_000 })).toEqual([['saleAmount', 'sale_not_below_price']]);
    await expect(create({ courses: ['course-b', 'course-z'] })).rejects.toMatchObject({ status: 422, errors: { courses: ['There is no such course.'] } });
  });

  it('N11 D12 only an administrator, and with a recent proof', async () => {
    await create();
    await expect(change({}, { ...admin, totpAt: new Date(now.getTime() - 3600_000), signedInAt: new Date(now.getTime() - 3600_000) })).rejects.toMatchObject({ status: 403, key: 'step-up' });
    await expect(listBundleRows({ ...admin, role: 'learner' })).rejects.toMatchObject({ status: 403 });
    await expect(requireBundle({ ...admin, totpEnrolled: false }, terms.key)).rejects.toMatchObject({ status: 403 });
    await expect(requireBundle(admin, 'course-nextjs')).rejects.toMatchObject({ status: 404 });
  });
});
