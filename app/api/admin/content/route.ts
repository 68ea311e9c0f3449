import { contentRows } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listDocumentRows } from '@/lib/content/admin/documents';

export const GET = handler(
  {
    id: 'listContentDocuments',
    tag: 'Administration',
    summary: 'Content documents',
    description: 'A document is one content file, or the same file in all languages.',
    access: 'content',
    answers: { 200: contentRows },
  },
  async ({ actor }) =>
    (await listDocumentRows(actor)).map(({ id, published, isDraft, filesDiffer }) => ({
      id,
      published,
      isDraft,
      filesDiffer,
    })),
);
