import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';

const now = new Date('2026-11-25T10:00:00Z');
const mark = 'zzmark';

describe('personal data left by earlier deletions [D10]', () => {
  /** Skips the statement that adds the column, which the database already has. */
  async function migrate(): Promise<void> {
    const client = await db();
    const statements = readFileSync('prisma/migrations/0041_erased_people/migration.sql', 'utf8')
      .split(/;\n/)
      .filter((statement) => statement.trim());
    expect(statements.pop()).toMatch(/ADD COLUMN\s+"taxPercent"/);
    for (const statement of statements) await client.$executeRawUnsafe(statement);
  }

  it('is removed by the migration where it can be identified; data of existing accounts stays [D10]', async () => {
    await resetDatabase();
    await seedCourse('course-a', 'product-a');
    await seedLearner('mona');
    const client = await db();
    const order = {
      productKey: 'product-a',
      courseSlug: 'course-a',
      description: 'A',
      amountPiastres: 100,
      expiresAt: now,
    };
    const createOrder = async (userId: string | null) =>
      (await client.order.create({ data: { ...order, userId }, select: { id: true } })).id;
    const [left, own] = [await createOrder(null), await createOrder('mona')];
    const { id: enquiryId } = await client.enquiry.create({
      data: { fullName: 'M', email: 'Mona@Midan.example', phoneNumber: '0', message: 'm' },
      select: { id: true },
    });
    await client.orderNote.createMany({
      data: [left, own].map((orderId) => ({
        orderId,
        kind: 'refund-requested',
        detail: { reason: mark, lessonsOpened: 1 },
      })),
    });
    await client.audit.createMany({
      data: [
        ...['gone', 'mona'].map((id) => ({ action: 'passkey.removed', subject: `user:${id}`, detail: { name: mark } })),
        { action: 'orders.export', subject: 'orders', detail: { status: 'paid', q: mark } },
        { action: 'orders.export', subject: 'orders', detail: { status: '', q: '' } },
      ],
    });
    const buildMail = (key: string, data = {}) => ({
      key,
      kind: key.startsWith('newsletter-test') ? 'letter' : 'mail',
      payload: { to: 'x', data },
    });
    await client.outbox.createMany({
      data: [
        buildMail('contact:gone'),
        buildMail('contact-webhook:gone'),
        buildMail('newsletter-test:n:gone:1'),
        buildMail(`receipt:${left}`, { orderId: left }),
        { ...buildMail(`gift:${left}:1`), doneAt: now },
        buildMail(`contact:${enquiryId}`),
        buildMail('newsletter-test:n:mona:1'),
        buildMail(`receipt:${own}`, { orderId: own }),
        buildMail(`gift:${left}:2`),
        buildMail('confirm:x'),
      ],
    });
    await migrate();
    expect(
      (await client.orderNote.findMany({ orderBy: { id: 'asc' }, select: { detail: true } })).map(
        ({ detail }) => detail,
      ),
    ).toEqual([{ lessonsOpened: 1 }, { lessonsOpened: 1, reason: mark }]);
    expect(
      (await client.audit.findMany({ orderBy: { id: 'asc' }, select: { detail: true } })).map(({ detail }) => detail),
    ).toEqual([{}, { name: mark }, { status: 'paid', q: true }, { status: '' }]);
    const keys = (await client.outbox.findMany({ orderBy: { id: 'asc' }, select: { key: true } })).map(
      ({ key }) => key,
    );
    expect(keys).toEqual([
      `contact:${enquiryId}`,
      'newsletter-test:n:mona:1',
      `receipt:${own}`,
      `gift:${left}:2`,
      'confirm:x',
    ]);
    expect((await client.enquiry.findFirstOrThrow({ select: { email: true } })).email).toBe('mona@midan.example');
  });
});
