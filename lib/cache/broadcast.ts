import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { db, type Tx } from '@/lib/database/client';
import { parseJsonOrNull } from '@/lib/json-file';
import { log } from '@/lib/log';
import { processState } from '@/lib/process/process-state';
import { invalidateHere, onInvalidate } from './invalidate';

const channel = 'page_drops';
const message = z.object({ from: z.string(), tags: z.array(z.string()), remove: z.boolean().default(false) });
/** PostgreSQL refuses payloads of 8,000 bytes or more. */
const payloadLimit = 7000;

const { id: ownProcessId } = processState('process-id', () => ({ id: randomUUID() }));

/** Calls `invalidateAll` after a reconnect, because messages may have been missed. */
export function startBroadcast(invalidateAll: () => void): { stop(): Promise<void> } {
  const url = config().databaseUrl;
  if (!url) return { stop: async () => undefined };
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Retries until the notification is sent, or other processes would keep showing withdrawn content. */
  const announce = async (tags: readonly string[], isPurge: boolean): Promise<void> => {
    try {
      await notify(await db(), tags, isPurge);
    } catch (error) {
      log.error({ err: error, tags }, 'The invalidation could not be announced to the other processes; trying again');
      if (!stopped) setTimeout(() => void announce(tags, isPurge), 1000).unref();
    }
  };
  const stopAnnouncing = onInvalidate(({ tags, isPurge, isRemote }) => {
    if (!isRemote) void announce(tags, isPurge);
  });
  const connect = async (isFirst: boolean) => {
    try {
      const connected = await listen(url, () => {
        if (!stopped) retry = setTimeout(() => void connect(false), 1000);
      });
      if (stopped) return void (await connected.end().catch(() => undefined));
      client = connected;
      if (!isFirst) invalidateAll();
    } catch (error) {
      log.warn({ err: error }, 'Cannot listen for changes by other processes, so pages may be stale; trying again');
      if (!stopped) retry = setTimeout(() => void connect(false), 2000);
    }
  };
  void connect(true);
  return {
    async stop() {
      stopped = true;
      stopAnnouncing();
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}

async function listen(url: string, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 2000,
  });
  let lost = false;
  const loseConnection = () => {
    if (lost) return;
    lost = true;
    onLost();
  };
  client.on('error', () => void client.end().catch(() => undefined));
  client.on('end', loseConnection);
  client.on('notification', ({ payload }) => handleMessage(payload ?? ''));
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

function handleMessage(payload: string): void {
  const invalidation = message.safeParse(parseJsonOrNull(payload));
  if (invalidation.success && invalidation.data.from !== ownProcessId)
    invalidateHere(invalidation.data.tags, invalidation.data.remove);
}

/** PostgreSQL notifies the other processes on commit. Call `invalidateHere` for this process afterwards. */
export async function announceInTransaction(tx: Tx, tags: readonly string[]): Promise<void> {
  if (config().databaseUrl) await notify(tx, tags, false);
}

async function notify(client: Pick<Tx, '$queryRaw'>, tags: readonly string[], isPurge: boolean): Promise<void> {
  for (const part of splitTags(tags)) {
    await client.$queryRaw`SELECT pg_notify(${channel}, ${JSON.stringify({ from: ownProcessId, tags: part, remove: isPurge })})::text`;
  }
}

export function splitTags(tags: readonly string[]): string[][] {
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
