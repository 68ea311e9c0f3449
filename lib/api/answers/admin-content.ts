import { z } from 'zod';

const row = {
  id: z.string().describe('as `home-page.hero`'), published: z.int().nullable().describe('The version that the site shows; null: the files.'), isDraft: z.boolean(),
  filesDiffer: z.boolean().describe('The files were deployed after what is published was made, and say something else.'),
};
export const contentRows = z.array(z.strictObject(row));

const values = z.record(z.string(), z.json()).describe('By language, or `all`.');
export const contentDocument = z.strictObject({ ...row, version: z.int().describe('To be sent with a change.'), values: values.describe('The newest version.'), shown: values, files: values });
export const contentPreview = z.strictObject({ url: z.string() });
export const contentCopy = z.strictObject({ id: z.string() });
