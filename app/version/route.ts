import { config } from '@/lib/config';
import { readSiteConfig } from '@/lib/content/read';
import { version } from '@/lib/version';
import { methods } from '@/lib/guards/methods';

export const dynamic = 'force-dynamic';
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: get });

/** Row A9: build version and project name; JSON when the caller prefers it. */
async function get(request: Request): Promise<Response> {
  const build = version();
  const site = { version: build.version, commit: build.commit, project: config().siteProject, productName: (await readSiteConfig())?.productName ?? config().siteProject };
  const headers = { 'cache-control': 'no-cache', vary: 'accept' };
  if (prefersJson(request.headers.get('accept'))) return Response.json(site, { headers });
  return new Response(pageOf(site), { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
}

function prefersJson(accept: string | null): boolean {
  return accept !== null && /\bapplication\/json\b/.test(accept) && !/\btext\/html\b/.test(accept);
}

function pageOf({ version: number, commit, project, productName }: { version: string; commit: string | null; project: string; productName: string }): string {
  const build = commit ? `${number} (${commit.slice(0, 12)})` : number;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(productName)} ${number}</title></head>
<body><main><h1>${escaped(productName)}</h1><dl><dt>Version</dt><dd>${escaped(build)}</dd><dt>Project</dt><dd>${escaped(project)}</dd></dl></main></body>
</html>
`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
