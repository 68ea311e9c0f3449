import { contentDocument } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { draftSchema, saveDraft } from '@/lib/content/admin/change-content';
import { requireDocument } from '@/lib/content/admin/documents';

export const GET = handler(
  {
    id: 'getContentDocument',
    tag: 'Administration',
    summary: 'A content document with its newest version',
    access: 'content',
    answers: { 200: contentDocument },
    example: { params: { id: 'common.footer' } },
  },
  async ({ actor, params: { id = '' } }) => requireDocument(actor, id),
);
export const PUT = handler(
  {
    id: 'saveContentDraft',
    tag: 'Administration',
    summary: 'Save a draft of a content document',
    access: 'content',
    answers: { 200: contentDocument },
    problems: [409],
    body: draftSchema,
    example: { body: { version: 0, values: { all: { logo: '/assets/x.svg' } } } },
  },
  async ({ actor, params: { id = '' }, body }) => saveDraft(actor, id, body),
);
