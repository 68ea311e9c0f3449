import { hideText, hidingSchema, textKinds } from '@/lib/admin/questions';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { notFound } from '@/lib/problem';

export const PUT = handler({ access: 'admin', answers: { 204: null }, body: hidingSchema }, async ({ actor, params, body }) => {
  const kind = textKinds.find((each) => each === params.kind);
  if (!kind) throw notFound();
  await hideText({ actor, kind, id: params.id ?? '', ...body, now: now() });
  return new Response(null, { status: 204 });
});
