import { config } from '@/lib/config/config';
import { contentPathOf } from '@/lib/content/files/asset-path';
import { requireFile } from '@/lib/content/files/require-file';
import { decodeSegment } from '@/lib/api/decode-segment';
import { methods } from '@/lib/api/methods';
import { jsonType, publicFile } from '@/lib/api/public-answer';

const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicFile(async ({ path }) => {
    const segments = (Array.isArray(path) ? path : [path ?? '']).map((segment) => decodeSegment(segment) ?? '');
    if (segments.join('/') === `${config().siteProject}/auth/credentials.json`) return { body: credentials(), type: jsonType };
    return { ...(await requireFile(contentPathOf(segments, config().siteProject))), type: jsonType };
  }),
});
export { GET, POST, PUT, PATCH, DELETE, OPTIONS };

/** Client ids only: what a browser needs to begin a sign-in. */
function credentials(): string {
  const { google, linkedin } = config();
  const idOf = (provider: { clientId: string } | null) => provider && { clientId: provider.clientId };
  return JSON.stringify({ google: idOf(google), linkedin: idOf(linkedin) });
}
