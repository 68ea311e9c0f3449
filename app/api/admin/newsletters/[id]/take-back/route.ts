import { takeBackReaders } from '@/lib/admin/newsletters/send';
import { adminNewsletter } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'admin', answers: { 200: adminNewsletter } }, ({ actor, params: { id = '' } }) => takeBackReaders(actor, id));
