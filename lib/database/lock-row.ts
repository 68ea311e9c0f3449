import { Prisma, type Tx } from './client';

const keyColumns = {
  Article: 'id',
  Attachment: 'id',
  Coupon: 'id',
  Course: 'slug',
  Newsletter: 'id',
  Order: 'id',
  Picture: 'id',
  Product: 'key',
  Question: 'id',
  Quiz: 'id',
  QuizAttempt: 'id',
  User: 'id',
  WeeklyMail: 'userId',
} as const;

/** Makes concurrent changes of the row wait until this transaction ends. Call it before reading the row (X30). */
export async function lockRow(tx: Tx, table: keyof typeof keyColumns, key: string): Promise<void> {
  const [from, column] = [table, keyColumns[table]].map((name) => Prisma.raw(`"${name}"`));
  await tx.$queryRaw`SELECT 1 AS locked FROM ${from} WHERE ${column} = ${key} FOR UPDATE`;
}
