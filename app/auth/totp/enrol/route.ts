import { freshProofSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { totpSecret } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';
import { enrolTotp } from '@/lib/auth/totp/enrol-totp';

export const POST = handler({ access: 'learner', answers: { 200: totpSecret }, origin: 'not-foreign', body: freshProofSchema }, ({ request, actor, body }) =>
  enrolTotp({ ...body, actor, device: deviceOf(request.headers), now: now() }));
