import { contentFile } from '@/lib/api/answers/content';
import { conditionalAnswer, conditionalJson, jsonType } from '@/lib/api/conditional';
import { handler } from '@/lib/api/handler';
import { config } from '@/lib/config/config';
import { contentPathOf } from '@/lib/content/files/asset-path';
import { requireFile } from '@/lib/content/files/require-file';

export const GET = handler({ access: 'anyone', answers: { 200: contentFile, 304: null } }, async ({ request, params: { path = '' } }) => {
  const { siteProject: project } = config();
  if (path === `${project}/auth/credentials.json`) return conditionalJson(request, credentials());
  return conditionalAnswer(request, { ...(await requireFile(contentPathOf(path.split('/'), project))), type: jsonType });
});

/** Client ids only: what a browser needs to begin a sign-in. */
function credentials() {
  const { google, linkedin } = config();
  const idOf = (provider: { clientId: string } | null) => provider && { clientId: provider.clientId };
  return { google: idOf(google), linkedin: idOf(linkedin) };
}
