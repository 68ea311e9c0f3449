import { beforeEach, describe, expect, it } from 'vitest';
import { findProduct, listProducts } from '@/lib/courses/catalogue/catalogue';
import { db } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { listAuditActions } from '@/tests/support/audit-log';
import { bundleBodies } from '@/tests/support/calls/bundle-examples';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import {
  bundleChangeSchema,
  changeBundle,
  createBundle,
  deleteBundle,
  listBundleRows,
  newBundleSchema,
  requireBundle,
} from './bundles';
import { listProductsOfCourses } from './products';

const now = new Date('2026-11-21T12:00:00Z');
const saving = { lang: 'en', now } as const;
const admin = buildActor('admin', { signedInAt: now, totpAt: now });
const terms = bundleBodies['POST /api/admin/bundles'];
const create = (more: Partial<typeof terms> = {}) =>
  createBundle(admin, newBundleSchema.parse({ ...terms, ...more }), saving);
const { key: _key, ...changed } = terms;
const change = (more: object, actor: Actor = admin) =>
  changeBundle(actor, terms.key, bundleChangeSchema.parse({ ...changed, ...more }), saving);
const findErrors = (body: object) =>
  newBundleSchema.safeParse({ ...terms, ...body }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedCourse('course-b', 'product-b');
});

describe('bundles in administration', () => {
  it('a new bundle is for sale next to its courses [N11]', async () => {
    await create();
    expect(await findProduct(terms.key)).toMatchObject({
      courseSlug: 'nextjs-from-zero',
      listPiastres: 150_000,
      bundle: [{ courseSlug: 'nextjs-from-zero' }, { courseSlug: 'course-b', listPiastres: 180_000 }],
    });
    expect((await listBundleRows(admin)).map(({ key, courses }) => [key, courses])).toEqual([
      [terms.key, ['nextjs-from-zero', 'course-b']],
    ]);
    expect((await listProductsOfCourses(admin, ['nextjs-from-zero', 'course-b'])).map(({ key }) => key)).toEqual([
      'course-nextjs',
      'product-b',
    ]);
    await expect(create()).rejects.toMatchObject({ status: 409, key: 'key-taken' });
  });

  it('a changed bundle is charged and shown at once; a concurrent change is a conflict [N11, O7]', async () => {
    const { updatedAt } = await create();
    const after = await change({
      courses: ['course-b', 'nextjs-from-zero'],
      amount: 140_000,
      saleAmount: 120_000,
      updatedAt: updatedAt.toISOString(),
    });
    expect(after).toMatchObject({ courses: ['course-b', 'nextjs-from-zero'], amount: 140_000, saleAmount: 120_000 });
    expect((await listProducts()).find(({ key }) => key === terms.key)).toMatchObject({
      courseSlug: 'course-b',
      salePiastres: 120_000,
    });
    await expect(change({ updatedAt: updatedAt.toISOString() })).rejects.toMatchObject({
      status: 409,
      key: 'conflict',
    });
    await change({ active: false });
    expect((await listProducts()).map(({ key }) => key)).not.toContain(terms.key);
    expect(await listAuditActions()).toEqual(['bundle.create', 'bundle.change', 'bundle.change']);
  });

  it('deletes a bundle only if no order and no content file names it, and keeps its courses [N11, O9]', async () => {
    const client = await db();
    await create();
    await expect(deleteBundle(admin, 'course-nextjs', now)).rejects.toMatchObject({ status: 404 });
    const order = {
      productKey: terms.key,
      courseSlug: 'course-b',
      description: 'x',
      amountPiastres: 150_000,
      status: 'failed' as const,
      expiresAt: now,
    };
    const { id } = await client.order.create({ data: order, select: { id: true } });
    await expect(deleteBundle(admin, terms.key, now)).rejects.toMatchObject({ status: 409, key: 'bundle-has-orders' });
    await client.order.delete({ where: { id } });
    await client.product.update({ where: { key: terms.key }, data: { syncedHash: 'x' } });
    await expect(deleteBundle(admin, terms.key, now)).rejects.toMatchObject({ status: 409, key: 'bundle-from-files' });
    await client.product.update({ where: { key: terms.key }, data: { syncedHash: null } });
    await deleteBundle(admin, terms.key, now);
    expect([await findProduct(terms.key), await client.productCourse.count(), await client.course.count()]).toEqual([
      null,
      0,
      2,
    ]);
    expect(
      await client.audit.findFirst({ orderBy: { id: 'desc' }, select: { action: true, subject: true, detail: true } }),
    ).toEqual({ action: 'bundle.delete', subject: `product:${terms.key}`, detail: { name: terms.name } });
  });

  it('reports each error at its field [N11]', async () => {
    expect(findErrors({ courses: ['course-b', 'course-b'] })).toEqual([['courses', 'bundle_too_small']]);
    expect(findErrors({ key: 'باقة' })).toEqual([['key', 'key_invalid']]);
    expect(findErrors({ saleAmount: 150_000 })).toEqual([['saleAmount', 'sale_not_below_price']]);
    await expect(create({ courses: ['course-b', 'course-z'] })).rejects.toMatchObject({
      status: 422,
      errors: { courses: ['There is no such course.'] },
    });
  });

  it('requires an admin with a recent second factor [N11, D12]', async () => {
    await create();
    const stale = {
      ...admin,
      totpAt: new Date(now.getTime() - 3600_000),
      signedInAt: new Date(now.getTime() - 3600_000),
    };
    await expect(change({}, stale)).rejects.toMatchObject({ status: 403, key: 'step-up' });
    await expect(deleteBundle(stale, terms.key, now)).rejects.toMatchObject({ status: 403, key: 'step-up' });
    await expect(deleteBundle({ ...admin, role: 'learner' }, terms.key, now)).rejects.toMatchObject({ status: 403 });
    await expect(listBundleRows({ ...admin, role: 'learner' })).rejects.toMatchObject({ status: 403 });
    await expect(requireBundle({ ...admin, totpEnrolled: false }, terms.key)).rejects.toMatchObject({ status: 403 });
    await expect(requireBundle(admin, 'course-nextjs')).rejects.toMatchObject({ status: 404 });
  });
});
