import { changedTotpSecret } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { beginAuthenticatorChange } from '@/lib/auth/totp/change-authenticator';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'learner', answers: { 200: changedTotpSecret }, origin: 'not-foreign' }, ({ actor }) => beginAuthenticatorChange(actor, now()));
