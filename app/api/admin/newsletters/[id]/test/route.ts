import { z } from 'zod';
import { sendTest } from '@/lib/admin/newsletters/newsletters';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'admin', answers: { 200: z.strictObject({ to: z.string() }) } }, ({ actor, params: { id = '' } }) => sendTest(actor, id, now()));
