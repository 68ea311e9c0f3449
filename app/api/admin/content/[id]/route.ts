import { draftSchema, saveDraft } from '@/lib/admin/content/change-content';
import { requireDocument } from '@/lib/admin/content/versions';
import { contentDocument } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'content', answers: { 200: contentDocument } }, async ({ actor, params: { id = '' } }) => requireDocument(actor, id));
export const PUT = handler({ access: 'content', answers: { 200: contentDocument }, body: draftSchema }, async ({ actor, params: { id = '' }, body }) => saveDraft(actor, id, body));
