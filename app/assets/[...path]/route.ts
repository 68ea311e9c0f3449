import { contentFile } from '@/lib/api/answers/content';
import { handler } from '@/lib/api/handler';
import { conditionalJson, conditionalResponse, jsonType } from '@/lib/api/responses';
import { config } from '@/lib/config/config';
import { contentPathOf, requireFile } from '@/lib/content/files';
import { readCatalogueFile } from '@/lib/courses/catalogue/public-files';

export const GET = handler(
  {
    id: 'getContentFile',
    tag: 'Content',
    summary: 'A content file of the project',
    access: 'anyone',
    answers: { 200: contentFile, 304: null },
    problems: [503],
    example: { params: { path: 'midan/style.json' } },
  },
  async ({ request, params: { path = '' } }) => {
    const { siteProject: project } = config();
    if (path === `${project}/auth/credentials.json`) return conditionalJson(request, readClientIds());
    const file = contentPathOf(path.split('/'), project);
    const asDeployed = await requireFile(file);
    const catalogue = await readCatalogueFile(file);
    return catalogue
      ? conditionalJson(request, catalogue)
      : conditionalResponse(request, { ...asDeployed, type: jsonType });
  },
);

/** Returns only the client ids, which a browser needs to start sign-in. */
function readClientIds() {
  const { google, linkedin } = config();
  const idOf = (provider: { clientId: string } | null) => provider && { clientId: provider.clientId };
  return { google: idOf(google), linkedin: idOf(linkedin) };
}
