import { z } from 'zod';
import { searchKinds } from '@/lib/search/search-request';

const parts = z.array(z.strictObject({ text: z.string(), isMatch: z.boolean() })).describe('Plain text in pieces.');

export const searchGroups = z.array(
  z.strictObject({
    kind: z.enum(searchKinds),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    results: z.array(
      z.strictObject({
        title: parts,
        url: z.string().describe('Relative to apiBaseUrl.'),
        course: z.strictObject({ title: z.string(), url: z.string() }).nullable().describe('Of a lesson.'),
        isOpen: z
          .boolean()
          .describe(
            'false: a lesson that the caller cannot watch; it has one snippet at most, with the second and no text.',
          ),
        snippets: z.array(
          z.strictObject({
            parts,
            second: z.int().nullable().describe('Where a lesson says it.'),
            url: z.string().nullable().describe('The lesson from that second on.'),
          }),
        ),
      }),
    ),
  }),
);
