import 'server-only';
import { formOf } from '@/lib/content/form/form-of';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { safeHtml } from '@/lib/content/safe-html';
import type { ContentDocument, Values } from './documents';

/** The values with every HTML text cleaned, by the same rules as everything that is shown (X17). */
export function cleanValues({ shape }: ContentDocument, values: Values): Values {
  const node = formOf(shape);
  return Object.fromEntries(Object.entries(values).map(([part, value]) => [part, cleaned(node, value)]));
}

function cleaned(node: FormNode, value: JsonValue): JsonValue {
  if (node.kind === 'text') return node.format === 'html' && typeof value === 'string' ? safeHtml(value) : value;
  if (Array.isArray(value)) return node.kind === 'list' ? value.map((each) => cleaned(node.item, each)) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => {
    const inner = nodeAt(node, key, value);
    return [key, inner ? cleaned(inner, each) : each];
  }));
}

function nodeAt(node: FormNode, key: string, value: { [key: string]: JsonValue }): FormNode | undefined {
  if (node.kind === 'map') return node.value;
  const group = node.kind === 'variants' ? node.variants.find(({ name }) => name === value[node.by])?.node : node;
  return group?.kind === 'group' ? group.fields.find(({ name }) => name === key)?.node : undefined;
}
