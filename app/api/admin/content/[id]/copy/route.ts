import { contentCopy } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { copyBlock } from '@/lib/content/admin/change-content';

export const POST = handler(
  {
    id: 'copyContentBlock',
    tag: 'Administration',
    summary: 'Copy a block',
    access: 'content',
    answers: { 201: contentCopy },
    example: { params: { id: 'home-page.hero' } },
  },
  async ({ actor, params: { id = '' } }) =>
    Response.json(await copyBlock(actor, id, now()), { status: 201, headers: { 'cache-control': 'no-store' } }),
);
