import { searchGroups } from '@/lib/api/answers/search';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { searchQuerySchema } from '@/lib/search/search-request';
import { search } from '@/lib/search/search';

export const GET = handler(
  {
    id: 'searchSite',
    tag: 'Blog',
    summary: 'Courses, lessons, articles and pages that say some words, by kind',
    description:
      'Without `kind` the first results of each kind. Whoever may not watch a lesson gets one line of its captions at most.',
    access: 'public',
    answers: { 200: searchGroups },
    query: searchQuerySchema,
    example: { query: '?lang=en&q=next' },
  },
  ({ actor, query }) => search({ ...query, actor, now: now() }),
);
