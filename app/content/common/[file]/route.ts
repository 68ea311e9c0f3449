import { contentFile } from '@/lib/api/answers/content';
import { handler } from '@/lib/api/handler';
import { conditionalResponse, jsonType } from '@/lib/api/responses';
import { config } from '@/lib/config/config';
import { contentPathOf, requireFile } from '@/lib/content/files';

export const GET = handler(
  {
    id: 'getCommonContent',
    tag: 'Content',
    summary: 'Header, footer or social links of the configured project',
    access: 'anyone',
    answers: { 200: contentFile, 304: null },
    problems: [503],
    example: { params: { file: 'header.json' } },
  },
  async ({ request, params: { file = '' } }) => {
    const project = config().siteProject;
    return conditionalResponse(request, {
      ...(await requireFile(contentPathOf([project, 'content', 'common', file], project))),
      type: jsonType,
    });
  },
);
