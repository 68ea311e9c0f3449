import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { invalidate } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import type { JsonValue } from '@/lib/content/form/form-node';
import { updateContent } from '@/lib/content/update-content';
import { isLanguage } from '@/lib/language';
import { notFound } from '@/lib/problem';

const bodySchema = z.object({ id: z.string('required').max(2000), data: z.json() });
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** Accepts only requests from this machine. The extension `.dev.ts` excludes it from production builds (O1, S10). */
export const POST = handler(
  {
    id: 'updateContent',
    tag: 'Content',
    summary: 'Change a value of a content file',
    access: 'public',
    answers: { 200: z.strictObject({ data: z.json() }) },
    origin: 'not-foreign',
    body: bodySchema,
  },
  async ({ request, params: { project = '', path = '' }, body }) => {
    if (!loopback.test(request.headers.get('host') ?? '') || project !== config().siteProject) throw notFound();
    const after = await updateContent(`${project}/${fileOf(path)}`, body.id, body.data as JsonValue);
    invalidate('*');
    return { data: after };
  },
);

function fileOf(path: string): string {
  const [first = ''] = path.split('/');
  if (!isLanguage(first) && !['common', 'i18n'].includes(first) && path.includes('/')) throw notFound();
  return path;
}
