import 'server-only';
import { db } from '@/lib/database/client';
import { ok, warn, type Check } from './check';

/** Rows changed in administration no longer follow their content file; whoever edits the file should know. */
export const editedCheck: Check = {
  name: 'edited here',
  async run() {
    const client = await db();
    const edited = { where: { editedAt: { not: null }, syncedHash: { not: null } } } as const;
    const courses = await client.course.findMany({ ...edited, select: { slug: true } });
    const products = await client.product.findMany({ ...edited, select: { key: true } });
    const names = [...courses.map(({ slug }) => `course ${slug}`), ...products.map(({ key }) => `product ${key}`)];
    if (names.length === 0) return [ok('courses and products follow their files')];
    return names.map((name) => warn(`${name} was changed in administration and no longer follows its file`));
  },
};
