import { adminBundle } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { bundleChangeSchema, changeBundle, deleteBundle, requireBundle } from '@/lib/courses/admin/bundles';

export const GET = handler(
  {
    id: 'getBundle',
    tag: 'Administration',
    summary: 'A bundle',
    access: 'admin',
    answers: { 200: adminBundle },
  },
  ({ actor, params: { key = '' } }) => requireBundle(actor, key),
);
export const PUT = handler(
  {
    id: 'changeBundle',
    tag: 'Administration',
    summary: 'Change a bundle',
    description: 'The key cannot change. Open orders keep their price.',
    access: 'adminStepUp',
    answers: { 200: adminBundle },
    problems: [409],
    body: bundleChangeSchema,
  },
  ({ actor, params: { key = '' }, body, lang }) => changeBundle(actor, key, body, { lang, now: now() }),
);
export const DELETE = handler(
  {
    id: 'deleteBundle',
    tag: 'Administration',
    summary: 'Delete a bundle',
    description: 'Only a bundle that was created in administration and never ordered can be deleted.',
    access: 'adminStepUp',
    answers: { 204: null },
    problems: [409],
  },
  async ({ actor, params: { key = '' } }) => {
    await deleteBundle(actor, key, now());
    return new Response(null, { status: 204 });
  },
);
