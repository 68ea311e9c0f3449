import { z } from 'zod';
import type { FormField, FormNode, GroupNode, TextNode } from './form-node';

type Json = z.core.JSONSchema.JSONSchema;

const longFrom = 250;
const longNames = /(?:summary|message|content|intro|notice|reason|text|answer|paragraph)$/i;

/** A schema's `.meta({title, description, format})` sets the label, the help and the kind of text. */
export function buildForm(schema: z.ZodType): FormNode {
  return buildNode(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }), '');
}

function buildNode(json: Json, name: string): FormNode {
  if (json.const !== undefined) return fixedNode(json.const);
  const options = json.enum?.filter((each): each is string => typeof each === 'string');
  if (options?.length) return { kind: 'choice', options, nullable: json.enum?.includes(null) ?? false };
  const union = json.anyOf ?? json.oneOf;
  if (union) return unionNode(union.filter(isSchema), name);
  const type = Array.isArray(json.type) ? json.type.filter((each) => each !== 'null') : [json.type];
  const nullable = Array.isArray(json.type) && json.type.includes('null');
  switch (type.length === 1 ? type[0] : undefined) {
    case 'string':
      return textNode(json, name, nullable);
    case 'number':
    case 'integer':
      return numberNode(json, type[0] === 'integer', nullable);
    case 'boolean':
      return { kind: 'boolean', ...(json.default === true && { default: true }) };
    case 'array':
      return listNode(json, name);
    case 'object':
      return objectNode(json);
    default:
      return { kind: 'json' };
  }
}

function unionNode(members: Json[], name: string): FormNode {
  const real = members.filter((each) => each.type !== 'null');
  const [only] = real;
  if (real.length === 1 && only) return makeNullable(buildNode(only, name));
  const by = findDiscriminator(real);
  if (!by) return { kind: 'json' };
  return { kind: 'variants', by, variants: real.map((each) => buildVariant(each, by)) };
}

function buildVariant(json: Json, by: string): { name: string; node: GroupNode } {
  const tag = json.properties?.[by];
  const name = isSchema(tag) ? String(tag.const ?? tag.enum?.[0]) : '';
  return { name, node: { kind: 'group', fields: buildFields(json) } };
}

function findDiscriminator(members: Json[]): string | undefined {
  const names = Object.keys(members[0]?.properties ?? {});
  return names.find((name) =>
    members.every((each) => {
      const tag = each.properties?.[name];
      return isSchema(tag) && (tag.const !== undefined || tag.enum?.length === 1);
    }),
  );
}

function makeNullable(node: FormNode): FormNode {
  return 'nullable' in node ? { ...node, nullable: true } : node;
}

function textNode(json: Json, name: string, nullable: boolean): TextNode {
  const { minLength, maxLength } = json;
  return {
    kind: 'text',
    format: textFormat(json, name),
    nullable,
    ...(minLength && { minLength }),
    ...(maxLength && { maxLength }),
  };
}

function textFormat(json: Json, name: string): TextNode['format'] {
  if (json.format === 'html' || json.description === 'HTML' || /html/i.test(name)) return 'html';
  if (json.format === 'email') return 'email';
  if (json.format === 'uri') return 'url';
  if (json.format === 'date-time') return 'time';
  if (json.format === 'picture' || json.format === 'message') return json.format;
  const long = json.format === 'long' || (json.maxLength ?? 0) >= longFrom || longNames.test(name);
  return long ? 'long' : 'plain';
}

function numberNode(json: Json, integer: boolean, nullable: boolean): FormNode {
  const min = json.minimum ?? json.exclusiveMinimum;
  const max = json.maximum ?? json.exclusiveMaximum;
  return {
    kind: 'number',
    integer,
    nullable,
    ...(typeof min === 'number' && Math.abs(min) < Number.MAX_SAFE_INTEGER && { min }),
    ...(typeof max === 'number' && Math.abs(max) < Number.MAX_SAFE_INTEGER && { max }),
  };
}

function listNode(json: Json, name: string): FormNode {
  const items = Array.isArray(json.items) ? json.items[0] : json.items;
  const { minItems, maxItems } = json;
  const item = isSchema(items) ? buildNode(items, name) : ({ kind: 'json' } as const);
  return { kind: 'list', item, ...(minItems && { min: minItems }), ...(maxItems && { max: maxItems }) };
}

function objectNode(json: Json): FormNode {
  if (json.properties) return { kind: 'group', fields: buildFields(json) };
  return isSchema(json.additionalProperties)
    ? { kind: 'map', value: buildNode(json.additionalProperties, '') }
    : { kind: 'json' };
}

function buildFields(json: Json): FormField[] {
  return Object.entries(json.properties ?? {}).flatMap(([name, each]) => {
    if (!isSchema(each)) return [];
    const required = json.required?.includes(name) ?? false;
    const texts = { ...(each.title && { label: each.title }), ...(each.description && { help: each.description }) };
    return [{ name, required, ...texts, node: buildNode(each, name) }];
  });
}

function fixedNode(value: unknown): FormNode {
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  return { kind: 'fixed', value: plain };
}

function isSchema(each: unknown): each is Json {
  return typeof each === 'object' && each !== null;
}
