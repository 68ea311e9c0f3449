import type { PrismaClient } from '@/generated/prisma/client';

/** The columns that hold JSON, by model. */
export const jsonColumns: Readonly<Record<string, readonly string[]>> = {
  Passkey: ['transports'], SecurityEvent: ['details'], Course: ['text'], SearchEntry: ['lines'], Chapter: ['title'], Lesson: ['name'],
  Product: ['name', 'description'], LessonUpload: ['name'], Attachment: ['name'], LessonProgress: ['watched'], Quiz: ['content'],
  QuizAttempt: ['questions'], QuizAnswer: ['answer'], Feedback: ['answers'], Order: ['billing'], OrderLine: ['descriptions'],
  PaymentEvent: ['body'], OrderNote: ['detail'], TaxReceipt: ['content'], Picture: ['alt'], Newsletter: ['figures'], Outbox: ['payload'],
  Audit: ['detail'], Fact: ['value'],
};

/**
 * Leaves undefined members out of JSON columns, as JSON does. Prisma refuses them everywhere (strictUndefinedChecks), which protects a
 * `where`, but turns an optional field that was left empty into an error.
 */
export function withJsonColumns(client: PrismaClient): PrismaClient {
  return client.$extends({
    query: { $allModels: { $allOperations: ({ model, args, query }) => query(cleanArgs(jsonColumns[model] ?? [], args)) } },
  }) as unknown as PrismaClient;
}

function cleanArgs<Args>(columns: readonly string[], args: Args): Args {
  if (columns.length === 0 || args === undefined) return args;
  const cleaned = { ...args } as Record<string, unknown>;
  for (const part of ['data', 'create', 'update']) {
    const rows = cleaned[part];
    if (Array.isArray(rows)) cleaned[part] = rows.map((row: unknown) => cleanRow(columns, row));
    else if (rows !== undefined) cleaned[part] = cleanRow(columns, rows);
  }
  return cleaned as Args;
}

function cleanRow(columns: readonly string[], row: unknown): unknown {
  const cleaned = { ...(row as Record<string, unknown>) };
  for (const column of columns) if (cleaned[column] !== undefined) cleaned[column] = withoutUndefined(cleaned[column]);
  return cleaned;
}

/** Instances, such as dates and Prisma's nulls, stay as they are. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined).map(([name, member]) => [name, withoutUndefined(member)]));
}
