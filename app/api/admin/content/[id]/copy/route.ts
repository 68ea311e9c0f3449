import { copyBlock } from '@/lib/admin/content/change-content';
import { contentCopy } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'content', answers: { 201: contentCopy } }, async ({ actor, params: { id = '' } }) => Response.json(await copyBlock(actor, id, now()), { status: 201, headers: { 'cache-control': 'no-store' } }));
