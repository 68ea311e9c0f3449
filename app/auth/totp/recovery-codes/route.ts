import { renewRecoveryCodes } from '@/lib/accounts/second-factor';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { recoveryCodes } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'createRecoveryCodes',
    tag: 'Accounts',
    summary: 'Replace the recovery codes',
    description: 'Needs a second factor within the last 10 minutes. The previous codes stop working at once.',
    access: 'learner',
    answers: { 200: recoveryCodes },
    problems: [409],
    origin: 'not-foreign',
  },
  ({ request, actor }) => renewRecoveryCodes({ actor, device: deviceOf(request.headers), now: now() }),
);
