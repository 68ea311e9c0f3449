import { createBundle, listBundleRows, newBundleSchema } from '@/lib/admin/bundles';
import { now } from '@/lib/clock';
import { adminBundle, adminBundles } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminBundles } }, ({ actor }) => listBundleRows(actor));
export const POST = handler({ access: 'adminStepUp', answers: { 201: adminBundle }, body: newBundleSchema }, async ({ actor, body, lang }) =>
  Response.json(await createBundle(actor, body, { lang, now: now() }), { status: 201 }));
