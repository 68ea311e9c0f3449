import { expect, test } from 'vitest';
import { z } from 'zod';
import { type JsonSchema, shapeText } from './shape-text';

test('writes a schema in readable form', () => {
  const schema = z.strictObject({
    id: z.string(),
    paidAt: z.iso.datetime().nullable().optional(),
    lines: z.array(z.strictObject({ kind: z.enum(['a', 'b']) })),
    names: z.record(z.string(), z.number()),
  });
  expect(shapeText(z.toJSONSchema(schema) as JsonSchema)).toBe(
    '{\n  id: string\n  paidAt?: date-time | null\n  lines: [{\n    kind: "a" | "b"\n  }]\n  names: {\n    [name]: number\n  }\n}',
  );
});
