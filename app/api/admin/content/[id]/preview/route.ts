import { previewAddress, previewSchema } from '@/lib/admin/content/preview';
import { contentPreview } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'content', answers: { 200: contentPreview }, body: previewSchema }, async ({ actor, params: { id = '' }, body: { lang } }) => previewAddress(actor, id, lang, now()));
