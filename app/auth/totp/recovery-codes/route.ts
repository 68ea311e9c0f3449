import { recoveryCodes } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { renewRecoveryCodes } from '@/lib/accounts/second-factor';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'createRecoveryCodes',
    tag: 'Accounts',
    summary: 'Replace the recovery codes',
    description: 'After a second factor of the last 10 minutes. Those from before stop at once.',
    access: 'learner',
    answers: { 200: recoveryCodes },
    problems: [409],
    origin: 'not-foreign',
  },
  ({ request, actor }) => renewRecoveryCodes({ actor, device: deviceOf(request.headers), now: now() }),
);
