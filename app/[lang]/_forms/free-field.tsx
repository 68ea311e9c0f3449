'use client';

import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import type { NodeProps } from './node-props';

type FreeNode = Extract<FormNode, { kind: 'json' }>;

/** Where the schema leaves the shape open, what is there says how it is edited. */
export function FreeField({ control: Control, ...props }: NodeProps<FreeNode>) {
  return <Control {...props} node={nodeOfValue(props.value)} />;
}

export function nodeOfValue(value: JsonValue | undefined): Exclude<FormNode, FreeNode> {
  if (Array.isArray(value)) return { kind: 'list', item: value[0] === undefined ? { kind: 'text', format: 'plain', nullable: false } : nodeOfValue(value[0]) };
  if (typeof value === 'object' && value !== null) {
    return { kind: 'group', fields: Object.entries(value).map(([name, each]) => ({ name, required: true, label: name, node: nodeOfValue(each) })) };
  }
  if (typeof value === 'number') return { kind: 'number', integer: false, nullable: false };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  return { kind: 'text', format: typeof value === 'string' && value.length > 90 ? 'long' : 'plain', nullable: value === null };
}
