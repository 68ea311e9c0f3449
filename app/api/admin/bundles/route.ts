import { adminBundle, adminBundles } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { createBundle, listBundleRows, newBundleSchema } from '@/lib/courses/admin/bundles';

export const GET = handler(
  {
    id: 'listBundles',
    tag: 'Administration',
    summary: 'Bundles of courses',
    access: 'admin',
    answers: { 200: adminBundles },
  },
  ({ actor }) => listBundleRows(actor),
);
export const POST = handler(
  {
    id: 'createBundle',
    tag: 'Administration',
    summary: 'Create a bundle',
    description: 'Amounts are in piastres.',
    access: 'adminStepUp',
    answers: { 201: adminBundle },
    problems: [409],
    body: newBundleSchema,
  },
  async ({ actor, body, lang }) =>
    Response.json(await createBundle(actor, body, { lang, now: now() }), { status: 201 }),
);
