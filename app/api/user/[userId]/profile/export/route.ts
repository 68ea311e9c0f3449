import { exportPersonalData } from '@/lib/accounts/personal-data';
import { personalData } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { toWebStream } from '@/lib/streams';

export const GET = handler(
  {
    id: 'exportPersonalData',
    tag: 'Accounts',
    summary: "Download the user's personal data",
    access: 'sameUserOrAdmin',
    answers: { 200: personalData },
  },
  async ({ actor, params }) =>
    new Response(toWebStream(await exportPersonalData(actor, params.userId ?? '', now())), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-data.json"',
        'cache-control': 'no-store',
      },
    }),
);
