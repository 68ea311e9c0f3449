import { z } from 'zod';
import { searchKinds } from '@/lib/search/search-request';

const parts = z
  .array(z.strictObject({ text: z.string(), isMatch: z.boolean() }))
  .describe('Plain text in pieces, with the matches marked.');

export const searchGroups = z.array(
  z.strictObject({
    kind: z.enum(searchKinds),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    results: z.array(
      z.strictObject({
        title: parts,
        url: z.string().describe('Relative to `apiBaseUrl`.'),
        course: z
          .strictObject({ title: z.string(), url: z.string() })
          .nullable()
          .describe("The lesson's course; null for other kinds."),
        isOpen: z
          .boolean()
          .describe(
            'False for a lesson that the caller cannot watch. It has at most one snippet, with its time but no text.',
          ),
        snippets: z.array(
          z.strictObject({
            parts,
            second: z
              .int()
              .nullable()
              .describe('Second of the lesson at which the text is said; null for other kinds.'),
            url: z.string().nullable().describe('Address of the lesson at that second.'),
          }),
        ),
      }),
    ),
  }),
);
