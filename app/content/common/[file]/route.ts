import { config } from '@/lib/config/config';
import { contentPathOf } from '@/lib/content/files/asset-path';
import { requireFile } from '@/lib/content/files/require-file';
import { methods } from '@/lib/api/methods';
import { jsonType, publicFile } from '@/lib/api/public-answer';

const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicFile(async ({ file }) => {
    const project = config().siteProject;
    return { ...(await requireFile(contentPathOf([project, 'content', 'common', String(file)], project))), type: jsonType };
  }),
});
export { GET, POST, PUT, PATCH, DELETE, OPTIONS };
