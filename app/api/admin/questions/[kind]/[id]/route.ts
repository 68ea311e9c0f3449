import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { hideText, hidingSchema, textKinds } from '@/lib/lessons/admin/questions';
import { notFound } from '@/lib/problem';

export const PUT = handler(
  {
    id: 'moderateQuestion',
    tag: 'Administration',
    summary: 'Hide a question or an answer with a reason, or show it again',
    access: 'admin',
    answers: { 204: null },
    body: hidingSchema,
    example: { body: { hidden: true, reason: 'Spam' } },
  },
  async ({ actor, params, body }) => {
    const kind = textKinds.find((each) => each === params.kind);
    if (!kind) throw notFound();
    await hideText({ actor, kind, id: params.id ?? '', ...body, now: now() });
    return new Response(null, { status: 204 });
  },
);
