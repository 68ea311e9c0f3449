import { exportOf } from '@/lib/accounts/personal-data';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

/** A learner's own data as one file, as the privacy policy promises. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'self' }, async ({ actor, params }) => {
    const text = JSON.stringify(await exportOf(actor, params.userId ?? '', now()), null, 2);
    return new Response(text, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-disposition': 'attachment; filename="my-data.json"', 'cache-control': 'no-store' },
    });
  }),
});
