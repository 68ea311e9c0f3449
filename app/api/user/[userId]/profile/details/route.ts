import { changeDetails } from '@/lib/accounts/change-details';
import { detailsSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { accountDetails } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';

export const POST = handler({ access: 'owner', answers: { 200: accountDetails }, body: detailsSchema, form: { back: '/profile/details', next: '/profile/details?notice=details-changed' } }, ({ request, actor, params, body }) =>
  changeDetails({ ...body, actor, userId: params.userId ?? '', device: deviceOf(request.headers), now: now() }));
