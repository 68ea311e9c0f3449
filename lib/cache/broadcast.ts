import 'server-only';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { invalidateHere, onInvalidate } from '@/lib/cache/invalidate';
import { log } from '@/lib/log';

const channel = 'page_drops';
const message = z.object({ from: z.string(), tags: z.array(z.string()), remove: z.boolean().default(false) });
/** PostgreSQL refuses a payload of 8,000 bytes or more. */
const payloadLimit = 7000;

/**
 * Several processes on one PostgreSQL: what one invalidates is invalidated in all, by LISTEN and NOTIFY.
 * `invalidateAll` runs after the listening connection was lost, since messages may have been missed.
 */
export function startBroadcast(invalidateAll: () => void): { stop(): Promise<void> } {
  const url = config().databaseUrl;
  if (!url) return { stop: async () => undefined };
  const me = randomUUID();
  onInvalidate(({ tags, purge, isRemote }) => {
    if (!isRemote) void announce(me, tags, purge);
  });
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  const connect = async (first: boolean) => {
    try {
      client = await listen(url, me, () => {
        if (!stopped) retry = setTimeout(() => void connect(false), 1000);
      });
      if (!first) invalidateAll();
    } catch (error) {
      log.warn({ err: error }, 'Listening for invalidations: no connection, trying again');
      if (!stopped) retry = setTimeout(() => void connect(false), 2000);
    }
  };
  void connect(true);
  return {
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}

async function listen(url: string, me: string, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 2000 });
  let lost = false;
  const lose = () => {
    if (lost) return;
    lost = true;
    onLost();
  };
  client.on('error', () => void client.end().catch(() => undefined));
  client.on('end', lose);
  client.on('notification', ({ payload }) => hear(me, payload ?? ''));
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    return client;
  } catch (error) {
    lost = true;
    await client.end().catch(() => undefined);
    throw error;
  }
}

function hear(me: string, payload: string): void {
  const heard = message.safeParse(parseJson(payload));
  if (heard.success && heard.data.from !== me) invalidateHere(heard.data.tags, heard.data.remove);
}

async function announce(me: string, tags: readonly string[], remove: boolean): Promise<void> {
  try {
    const client = await db();
    for (const part of partsOf(tags)) {
      await client.$queryRaw`SELECT pg_notify(${channel}, ${JSON.stringify({ from: me, tags: part, remove })})::text`;
    }
  } catch (error) {
    log.error({ err: error, tags }, 'The invalidation could not be announced to the other processes');
  }
}

/** Tags in messages short enough for PostgreSQL. */
export function partsOf(tags: readonly string[]): string[][] {
  const parts: string[][] = [];
  let size = payloadLimit;
  for (const tag of tags) {
    const bytes = Buffer.byteLength(JSON.stringify(tag)) + 1;
    if (size + bytes > payloadLimit) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(tag);
    size += bytes;
  }
  return parts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
