import { listedPasskeys } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { listPasskeys } from '@/lib/auth/passkeys/list-passkeys';

export const GET = handler({ access: 'self', answers: { 200: listedPasskeys } }, ({ actor, params }) => listPasskeys(actor, params.userId ?? ''));
