import { searchGroups } from '@/lib/api/answers/search';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { searchQuerySchema } from '@/lib/search/question';
import { search } from '@/lib/search/search';

export const GET = handler({ access: 'public', answers: { 200: searchGroups }, query: searchQuerySchema }, ({ actor, query }) => search({ ...query, actor, now: now() }));
