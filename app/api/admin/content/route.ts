import { listDocumentRows } from '@/lib/admin/content/versions';
import { contentRows } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'content', answers: { 200: contentRows } }, async ({ actor }) =>
  (await listDocumentRows(actor)).map(({ id, published, isDraft, filesDiffer }) => ({ id, published, isDraft, filesDiffer })));
