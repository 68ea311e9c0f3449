import { passkeyOptions } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { passkeyStepUpOptions } from '@/lib/auth/passkeys/step-up-by-passkey';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'learner', answers: { 200: passkeyOptions }, origin: 'not-foreign' }, ({ actor }) => passkeyStepUpOptions(actor, now()));
