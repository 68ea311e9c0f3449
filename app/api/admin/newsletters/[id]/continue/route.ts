import { continueNewsletter } from '@/lib/admin/newsletters/send';
import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'admin', answers: { 200: adminNewsletter } }, ({ actor, params: { id = '' } }) => continueNewsletter(actor, id, now()));
