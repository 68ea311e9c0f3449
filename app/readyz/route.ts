import { ready } from '@/lib/api/answers/content';
import { handler } from '@/lib/api/handler';
import { checkReadiness } from '@/lib/operations/readiness';
import { Problem } from '@/lib/problem';

export const dynamic = 'force-dynamic';

export const GET = handler(
  {
    id: 'getReadiness',
    tag: 'Operating',
    summary: 'Readiness check of database, migrations and storage',
    access: 'anyone',
    answers: { 200: ready },
    problems: [503],
  },
  async () => {
    const part = await checkReadiness();
    if (part) throw new Problem(503, 'unavailable', { members: { part }, headers: { 'retry-after': '5' } });
    return { status: 'ready' };
  },
);
