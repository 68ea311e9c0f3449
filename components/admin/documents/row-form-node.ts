import 'server-only';
import type { z } from 'zod';
import { draftLabels, saveLabels } from '@/components/admin/call/client-labels';
import type { AdminTexts } from '@/components/admin/page/admin-page';
import type { FormLabels } from '@/components/form/form-labels';
import type { FormNode, GroupNode, TextNode } from '@/lib/content/form/form-node';
import { buildForm } from '@/lib/content/form/form-of';
import { pickFields } from '@/lib/content/form/values';
import type { RowFormLabels } from './row-form';
import type { JsonObject } from './use-draft';

interface RowField {
  label: string;
  help?: string;
  row?: string;
  /** Overrides the control that the schema would give. */
  as?: 'code' | 'money' | 'percent' | 'localised' | { choices: readonly string[] };
}

/** Builds the fields named in `texts`, in that order, with their types from the schema. */
export function rowFormNode(schema: z.ZodType, texts: Readonly<Record<string, RowField>>): GroupNode {
  const { fields } = buildForm(schema) as GroupNode;
  return {
    kind: 'group',
    fields: Object.entries(texts).flatMap(([name, { as, ...text }]) => {
      const field = fields.find((each) => each.name === name);
      return field ? [{ ...field, ...text, node: nodeAs(field.node, as) }] : [];
    }),
  };
}

function nodeAs(node: FormNode, as: RowField['as']): FormNode {
  if (typeof as === 'object') return { kind: 'choices', options: as.choices };
  if (as === 'code' && node.kind === 'text') return { ...node, format: 'code' };
  if ((as === 'money' || as === 'percent') && node.kind === 'number') return { ...node, format: as };
  if (as === 'localised' && node.kind === 'group') {
    const fields = node.fields.map((field) => ({
      ...field,
      node: { ...(field.node as TextNode), format: 'plain' as const },
    }));
    return { kind: 'group', isLocalised: true, fields };
  }
  return node;
}

export const rowValues = (row: object, node: GroupNode): JsonObject =>
  pickFields(JSON.parse(JSON.stringify(row)) as JsonObject, node);

export function rowFormLabels(
  t: AdminTexts,
  form: FormLabels,
  node: GroupNode,
  names: Readonly<Record<string, string>> = {},
): RowFormLabels {
  const labels = { ...form.labels, ...names };
  const fields = Object.fromEntries(node.fields.map(({ name, label = name }) => [name, label]));
  return {
    save: saveLabels(t),
    // Leave out the many interface messages: no field of these forms refers to one.
    form: { ...form, labels, help: {}, messages: {} },
    draft: draftLabels(t, { ...form, labels }, fields),
  };
}
