import { exportOf } from '@/lib/accounts/personal-data';
import { now } from '@/lib/clock';
import { personalData } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';

/** A learner's own data as one file, as the privacy policy promises. */
export const GET = handler({ access: 'self', answers: { 200: personalData } }, async ({ actor, params }) => {
  const text = JSON.stringify(await exportOf(actor, params.userId ?? '', now()), null, 2);
  return new Response(text, {
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-disposition': 'attachment; filename="my-data.json"', 'cache-control': 'no-store' },
  });
});
