import { assertLearner } from '@/lib/actor';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { enrolTotp } from '@/lib/auth/totp/enrol-totp';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'learner', origin: 'not-foreign' }, async ({ actor }) => {
    assertLearner(actor);
    return enrolTotp(actor);
  }),
});
