import { bundleChangeSchema, changeBundle, deleteBundle, requireBundle } from '@/lib/admin/bundles';
import { now } from '@/lib/clock';
import { adminBundle } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: adminBundle } }, ({ actor, params: { key = '' } }) => requireBundle(actor, key));
export const PUT = handler({ access: 'adminStepUp', answers: { 200: adminBundle }, body: bundleChangeSchema }, ({ actor, params: { key = '' }, body, lang }) =>
  changeBundle(actor, key, body, { lang, now: now() }));
export const DELETE = handler({ access: 'adminStepUp', answers: { 204: null } }, async ({ actor, params: { key = '' } }) => {
  await deleteBundle(actor, key, now());
  return new Response(null, { status: 204 });
});
