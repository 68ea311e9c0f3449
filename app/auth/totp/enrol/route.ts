import { totpSecret } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { enrolTotp } from '@/lib/auth/totp/enrol-totp';

export const POST = handler({ access: 'learner', answers: { 200: totpSecret }, origin: 'not-foreign' }, ({ actor }) => enrolTotp(actor));
