import type { FormNode, GroupNode, JsonValue } from './form-node';

/** What a new list item or a newly opened optional part starts with. */
export function blankValue(node: FormNode): JsonValue {
  if ('nullable' in node && node.nullable) return null;
  switch (node.kind) {
    case 'text':
      return '';
    case 'number':
      return node.min ?? 0;
    case 'boolean':
      return false;
    case 'choice':
      return node.options[0] ?? '';
    case 'fixed':
      return node.value;
    case 'list':
      return [];
    case 'map':
      return {};
    case 'group':
      return blankGroup(node);
    case 'variants':
      return node.variants[0] ? blankGroup(node.variants[0].node) : {};
    case 'json':
      return null;
  }
}

function blankGroup(node: GroupNode): JsonValue {
  const required = node.fields.filter((field) => field.required);
  return Object.fromEntries(required.map((field) => [field.name, blankValue(field.node)]));
}
