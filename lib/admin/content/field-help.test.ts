import { beforeAll, expect, test } from 'vitest';
import { articleFormSchema } from '@/lib/admin/articles/articles';
import { courseTextInputSchema } from '@/lib/admin/courses/course-schema';
import type { FormNode } from '@/lib/content/form/form-node';
import { formOf } from '@/lib/content/form/form-of';
import { readMessages } from '@/lib/i18n/messages';
import { languages } from '@/lib/language';
import { freshDatabase } from '@/lib/testing/database';
import { groups } from './document-title';
import { listDocuments } from './documents';

beforeAll(async () => void (await freshDatabase()));

/** The names of all fields that a person fills in. */
function fieldsOf(node: FormNode): string[] {
  if (node.kind === 'group') return node.fields.flatMap(({ name, node: inner }) => (inner.kind === 'fixed' ? [] : [name, ...fieldsOf(inner)]));
  if (node.kind === 'list') return fieldsOf(node.item);
  if (node.kind === 'map') return fieldsOf(node.value);
  return node.kind === 'variants' ? node.variants.flatMap((variant) => fieldsOf(variant.node)) : [];
}

/** A group of languages is headed by the language. */
const ownNames: readonly string[] = [...languages, 'texts'];

test.each(languages)('O12 every field of the forms of pages, articles and courses has a name and a line of help in %s', async (lang) => {
  const shapes = [...(await listDocuments()).map(({ shape }) => shape), articleFormSchema, courseTextInputSchema];
  const names = new Set(shapes.flatMap((shape) => fieldsOf(formOf(shape))).filter((name) => !ownNames.includes(name)));
  const { editor } = await readMessages(lang);
  const texts = editor as Record<'labels' | 'help', Record<string, string>>;
  expect([...names].filter((name) => !texts.help[name]), 'editor.help').toEqual([]);
  expect([...names].filter((name) => !texts.labels[name]), 'editor.labels').toEqual([]);
});

test.each(languages)('N5 every group of documents has a heading in %s', async (lang) => {
  const { admin } = (await readMessages(lang)) as { admin: Record<string, string> };
  expect(groups.filter((group) => !Object.hasOwn(admin, `content_group_${group.replaceAll('-', '_')}`))).toEqual([]);
});
