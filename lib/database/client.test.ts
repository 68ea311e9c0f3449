import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '@/e2e/faults/tcp-proxy';
import { invalidate, onInvalidate } from '@/lib/cache/invalidate';
import { migrationFilters, openEngine, readSchema } from '@/prisma/schema-engine';
import { resetDatabase } from '@/tests/support/database';
import { db, isDatabaseDown, openDatabase, Prisma, transaction, useDatabase } from './client';
import { readMigrations } from './migrations';
import type { OpenDatabase } from './open-database';
import { pgliteFactory } from './pglite';
import { openPostgresql } from './postgresql';
import { consumeLimit } from './rate-limit';

/** Allows one query timeout of 1.7 s, but not two in a row. */
const failAfterTimeout = <Value>(work: Promise<Value>): Promise<Value> =>
  Promise.race([work, sleep(3000, null, { ref: false }).then(() => Promise.reject(new Error('not in time')))]);

describe('database', () => {
  beforeEach(resetDatabase);

  // Skip PostgreSQL: this test always uses PGlite, and `npm test` also runs this file without PostgreSQL.
  it.skipIf(process.env.TEST_DATABASE_URL)('migrations and schema agree [O5]', async () => {
    const engine = await openEngine(pgliteFactory(new PGlite()));
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrations()) },
      to: { tag: 'schemaDatamodel', files: [await readSchema()] },
      script: true,
      exitCode: true,
      filters: migrationFilters,
    });
    engine.free();
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '-- This is an empty migration.\n' });
  });

  it('a failed transaction leaves nothing behind [O5]', async () => {
    const work = transaction(async (tx) => {
      await tx.fact.create({ data: { name: 'one', value: 1 } });
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await (await db()).fact.count()).toBe(0);
  });

  it('a transaction aborted by PostgreSQL is retried twice and no more [P5]', async () => {
    const conflict = new Prisma.PrismaClientKnownRequestError('deadlock', { code: 'P2034', clientVersion: '7' });
    let tries = 0;
    const work = (troubles: number) =>
      transaction(async (tx) => {
        await tx.fact.create({ data: { name: `try-${(tries += 1)}`, value: 1 } });
        if (tries <= troubles) throw conflict;
      });
    await work(2);
    expect(await (await db()).fact.findMany({ select: { name: true } })).toEqual([{ name: 'try-3' }]);
    await expect(work(9)).rejects.toThrow(conflict);
    expect(tries).toBe(6);
  });

  it('announces a change to caches after its transaction has committed, and not if it fails [O7]', async () => {
    const seen: string[] = [];
    const stop = onInvalidate(({ tags }) => seen.push(...tags));
    const write = (name: string, fails: boolean) =>
      transaction(async (tx) => {
        await tx.fact.create({ data: { name, value: 1 } });
        invalidate(name);
        expect(seen).toEqual([]);
        if (fails) throw new Error('no');
      });
    await expect(write('failed', true)).rejects.toThrow('no');
    await write('written', false);
    expect(seen).toEqual(['written']);
    invalidate('outside');
    expect(seen).toEqual(['written', 'outside']);
    stop();
  });

  it('a transaction that takes too long counts as a database outage and leaves nothing behind [R04]', async () => {
    const error = await transaction(async (tx) => {
      await tx.fact.create({ data: { name: 'early', value: 1 } });
      await sleep(2300);
      await tx.fact.create({ data: { name: 'late', value: 1 } });
    }).catch((thrown: unknown) => thrown);
    expect(isDatabaseDown(error)).toBe(true);
    expect(await (await db()).fact.count()).toBe(0);
  });

  it('no statement runs after its transaction has ended [R04]', async () => {
    const insert = { sql: `INSERT INTO "Fact" ("name", "value") VALUES ('late', 1)`, args: [], argTypes: [] };
    const connection = await (await openDatabase()).factory.connect();
    const ended = await connection.startTransaction();
    const ending = ended.options.usePhantomQuery ? ended.rollback() : ended.executeRaw({ ...insert, sql: 'ROLLBACK' });
    await expect(ended.executeRaw(insert)).rejects.toThrow('TransactionAlreadyClosed');
    await expect(ended.queryRaw(insert)).rejects.toSatisfy(isDatabaseDown);
    await ending;
    if (!ended.options.usePhantomQuery) await ended.rollback();
    await connection.dispose();
    expect(await (await db()).fact.count()).toBe(0);
  });

  it('a refused connection counts as an outage, for raw queries too; a faulty query does not [R03]', async () => {
    const { client, close } = await openPostgresql('postgresql://nobody:none@127.0.0.1:9/none');
    await expect(client.$queryRaw`SELECT 1`).rejects.toSatisfy(isDatabaseDown);
    await expect(client.fact.findMany()).rejects.toSatisfy(isDatabaseDown);
    await close();
    await expect((await db()).$queryRaw`SELECT "nothing" FROM "Fact"`).rejects.not.toSatisfy(isDatabaseDown);
  });

  it('a server that accepts the connection but never answers counts as an outage [R03]', async () => {
    const mute = createServer((socket) => void socket.on('error', () => undefined));
    await once(mute.listen(0, '127.0.0.1'), 'listening');
    const { client, close } = await openPostgresql(
      `postgresql://nobody:none@127.0.0.1:${(mute.address() as AddressInfo).port}/none`,
    );
    await expect(failAfterTimeout(client.fact.findMany())).rejects.toSatisfy(isDatabaseDown);
    await close();
    mute.close();
  });

  describe.runIf(process.env.TEST_DATABASE_URL)('PostgreSQL stops answering without closing connections [R03]', () => {
    const url = new URL(process.env.TEST_DATABASE_URL ?? 'postgresql://none');
    let proxy: TcpProxy;
    let proxied: OpenDatabase;

    beforeEach(async () => {
      proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
      const through = new URL(url);
      through.port = String(proxy.port);
      proxied = await openPostgresql(through.href);
      await Promise.all(Array.from({ length: 4 }, () => proxied.client.$queryRaw`SELECT pg_sleep(0.1)::text`));
    });
    afterEach(async () => {
      proxy.close();
      await proxied.close();
    });

    it('queries on open connections fail in time, and so do queries waiting for a connection', async () => {
      proxy.silence();
      const queries = Array.from({ length: 30 }, () =>
        failAfterTimeout(proxied.client.$queryRaw`SELECT 1`).catch((error: unknown) => isDatabaseDown(error)),
      );
      expect(new Set(await Promise.all(queries))).toEqual(new Set([true]));
      proxy.mend();
      expect(await failAfterTimeout(proxied.client.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    });

    it('an open transaction fails in time, and its connection is not reused', async () => {
      useDatabase(proxied);
      const work = transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        proxy.silence();
        await tx.$queryRaw`SELECT 2`;
      });
      await expect(failAfterTimeout(work)).rejects.toSatisfy(isDatabaseDown);
      proxy.mend();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => proxied.client.$queryRaw`SELECT ${index}::int AS at`),
      );
      expect(answers).toEqual(Array.from({ length: 12 }, (_, index) => [{ at: index }]));
    });

    it('a query that may take long is not cancelled', async () => {
      expect(await proxied.unhurried().$queryRaw`SELECT pg_sleep(2.5)::text AS slept`).toEqual([{ slept: '' }]);
    });
  });

  it('counts parallel uses of a limit exactly [X07]', async () => {
    const tries = Array.from({ length: 20 }, () =>
      consumeLimit('checkout-user', 'one', new Date()).then(
        () => 'taken',
        () => 'refused',
      ),
    );
    const results = await Promise.all(tries);
    expect(results.filter((result) => result === 'taken')).toHaveLength(10);
  });
});
