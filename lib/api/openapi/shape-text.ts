export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** Returns text such as `{ id: string, paidAt?: date-time }`. */
export function shapeText(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => shapeText(each, indent)))].join(' | ');
  if (schema.prefixItems) return `[${schema.prefixItems.map((each) => shapeText(each, indent)).join(', ')}]`;
  if (schema.type === 'array') return `[${shapeText(schema.items ?? {}, indent)}]`;
  if (schema.type === 'object') return objectText(schema, indent);
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  return schema.format ?? (typeof schema.type === 'string' ? schema.type : 'any');
}

function objectText({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(
    ([name, each]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${shapeText(each, inner)}`,
  );
  if (typeof additionalProperties === 'object')
    members.push(`${inner}[name]: ${shapeText(additionalProperties, inner)}`);
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`;
}
