import { searchGroups } from '@/lib/api/answers/search';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { search } from '@/lib/search/search';
import { searchQuerySchema } from '@/lib/search/search-request';

export const GET = handler(
  {
    id: 'searchSite',
    tag: 'Blog',
    summary: 'Search courses, lessons, articles and pages',
    description:
      'Without `kind`, returns the first results of each kind. For a lesson that the caller cannot watch, only the time of one match is returned, not its text.',
    access: 'public',
    answers: { 200: searchGroups },
    query: searchQuerySchema,
    example: { query: '?lang=en&q=next' },
  },
  ({ actor, query }) => search({ ...query, actor, now: now() }),
);
