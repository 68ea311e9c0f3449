import { articlePreviewAddress } from '@/lib/admin/articles/drafts';
import { previewSchema } from '@/lib/admin/content/preview';
import { articlePreview } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'articles', answers: { 200: articlePreview }, body: previewSchema }, async ({ actor, params: { id = '' }, body: { lang } }) => articlePreviewAddress(actor, id, lang, now()));
