import { assertLearner } from '@/lib/actor';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { enrolTotp } from '@/lib/sessions/enrol-totp';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'learner', origin: 'not-foreign' }, async ({ actor }) => {
    assertLearner(actor);
    return enrolTotp(actor);
  }),
});
