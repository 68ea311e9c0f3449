import { changeDetails } from '@/lib/accounts/change-details';
import { detailsSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { accountDetails } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'changeDetails',
    tag: 'Accounts',
    summary: 'Change name or phone',
    access: 'sameUser',
    answers: { 200: accountDetails },
    body: detailsSchema,
    form: { back: '/profile/details', next: '/profile/details?notice=details-changed' },
    example: { body: { name: 'Mona Adel', phone: '01001234567' } },
  },
  ({ request, actor, params, body }) =>
    changeDetails({ ...body, actor, userId: params.userId ?? '', device: deviceOf(request.headers), now: now() }),
);
