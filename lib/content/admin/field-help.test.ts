import { beforeAll, expect, test } from 'vitest';
import { articleFormSchema } from '@/lib/articles/admin/articles';
import type { FormNode } from '@/lib/content/form/form-node';
import { buildForm } from '@/lib/content/form/form-of';
import { courseTextInputSchema } from '@/lib/courses/admin/courses';
import { readMessages } from '@/lib/i18n/messages';
import { languages } from '@/lib/language';
import { resetDatabase } from '@/tests/support/database';
import { groups } from './document-form';
import { listDocuments } from './documents';

beforeAll(async () => void (await resetDatabase()));

function listFields(node: FormNode): string[] {
  if (node.kind === 'group')
    return node.fields.flatMap(({ name, node: inner }) => (inner.kind === 'fixed' ? [] : [name, ...listFields(inner)]));
  if (node.kind === 'list') return listFields(node.item);
  if (node.kind === 'map') return listFields(node.value);
  return node.kind === 'variants' ? node.variants.flatMap((variant) => listFields(variant.node)) : [];
}

const ownNames: readonly string[] = [...languages, 'texts'];

test.each(languages)(
  'every field in the page, article and course forms has a label and a help text in %s [O12]',
  async (lang) => {
    const shapes = [...(await listDocuments()).map(({ shape }) => shape), articleFormSchema, courseTextInputSchema];
    const names = new Set(
      shapes.flatMap((shape) => listFields(buildForm(shape))).filter((name) => !ownNames.includes(name)),
    );
    const { editor } = await readMessages(lang);
    const texts = editor as Record<'labels' | 'help', Record<string, string>>;
    expect(
      [...names].filter((name) => !texts.help[name]),
      'editor.help',
    ).toEqual([]);
    expect(
      [...names].filter((name) => !texts.labels[name]),
      'editor.labels',
    ).toEqual([]);
  },
);

test.each(languages)('every group of documents has a heading in %s [N5]', async (lang) => {
  const { admin } = (await readMessages(lang)) as { admin: Record<string, string> };
  expect(groups.filter((group) => !Object.hasOwn(admin, `content_group_${group.replaceAll('-', '_')}`))).toEqual([]);
});
