import { contentFile } from '@/lib/api/answers/content';
import { conditionalAnswer, jsonType } from '@/lib/api/conditional';
import { handler } from '@/lib/api/handler';
import { config } from '@/lib/config/config';
import { contentPathOf } from '@/lib/content/files/asset-path';
import { requireFile } from '@/lib/content/files/require-file';

export const GET = handler({ access: 'anyone', answers: { 200: contentFile, 304: null } }, async ({ request, params: { file = '' } }) => {
  const project = config().siteProject;
  return conditionalAnswer(request, { ...(await requireFile(contentPathOf([project, 'content', 'common', file], project))), type: jsonType });
});
