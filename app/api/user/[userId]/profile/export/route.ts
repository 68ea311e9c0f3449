import { exportPersonalData } from '@/lib/accounts/personal-data';
import { now } from '@/lib/clock';
import { personalData } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { streamOf } from '@/lib/streams';

/** A learner's own data as one file, as the privacy policy promises. */
export const GET = handler({ access: 'self', answers: { 200: personalData } }, async ({ actor, params }) =>
  new Response(streamOf(await exportPersonalData(actor, params.userId ?? '', now())), {
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-disposition': 'attachment; filename="my-data.json"', 'cache-control': 'no-store' },
  }));
