import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { resubscribeReaders } from '@/lib/newsletter/admin/send';

export const POST = handler(
  {
    id: 'takeBackNewsletterBounces',
    tag: 'Administration',
    summary: "Restore subscriptions that a newsletter's bounces ended",
    access: 'admin',
    answers: { 200: adminNewsletter },
  },
  ({ actor, params: { id = '' } }) => resubscribeReaders(actor, id),
);
