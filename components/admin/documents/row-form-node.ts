import 'server-only';
import type { z } from 'zod';
import type { FormLabels } from '@/components/form/form-labels';
import type { FormNode, GroupNode, TextNode } from '@/lib/content/form/form-node';
import { buildForm } from '@/lib/content/form/form-of';
import { pickFields } from '@/lib/content/form/values';
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

/** Leaves out the many interface messages, because no field of these forms refers to one. */
export const rowFormLabels = (form: FormLabels, names: Readonly<Record<string, string>> = {}): FormLabels => ({
  ...form,
  labels: { ...form.labels, ...names },
  help: {},
  messages: {},
});
