import { contentFile } from '@/lib/api/answers/content';
import { conditionalAnswer, conditionalJson, jsonType } from '@/lib/api/conditional';
import { handler } from '@/lib/api/handler';
import { catalogueFile } from '@/lib/courses/catalogue/public-files';
import { config } from '@/lib/config/config';
import { contentPathOf } from '@/lib/content/files/asset-path';
import { requireFile } from '@/lib/content/files/require-file';

export const GET = handler({ access: 'anyone', answers: { 200: contentFile, 304: null } }, async ({ request, params: { path = '' } }) => {
  const { siteProject: project } = config();
  if (path === `${project}/auth/credentials.json`) return conditionalJson(request, credentials());
  const file = contentPathOf(path.split('/'), project);
  const asDeployed = await requireFile(file);
  const catalogue = await catalogueFile(file);
  return catalogue ? conditionalJson(request, catalogue) : conditionalAnswer(request, { ...asDeployed, type: jsonType });
});

/** Client ids only: what a browser needs to begin a sign-in. */
function credentials() {
  const { google, linkedin } = config();
  const idOf = (provider: { clientId: string } | null) => provider && { clientId: provider.clientId };
  return { google: idOf(google), linkedin: idOf(linkedin) };
}
