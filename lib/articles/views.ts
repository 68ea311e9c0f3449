import { createHash } from 'node:crypto';
import { invalidate } from '@/lib/cache/invalidate';
import { cairoDayOf, minuteMs } from '@/lib/clock';
import { hmacOf } from '@/lib/config/secrets';
import { db } from '@/lib/database/client';
import { addressGroup } from '@/lib/process/address-group';

const bots =
  /bot\b|bot[/;_-]|crawl|spider|slurp|facebookexternalhit|whatsapp|telegram|preview|lighthouse|pingdom|monitor|scrapy/i;

export interface Reader {
  /** Null for guests; they are counted by address. */
  sessionId: string | null;
  ip: string;
  userAgent: string;
}

/** Counts at most this many guests per address and day. The user agent only picks a slot, because it can be faked. */
const readersPerIp = 4;

/** Limits how often the tag `views` is invalidated, because every API response with articles carries this tag. */
const apiRefreshesPerMinute = 10;

const readerSlot = (ip: string, userAgent: string): string =>
  `${addressGroup(ip)}\n${createHash('sha256').update(userAgent).digest().readUInt8() % readersPerIp}`;

const isBot = (userAgent: string): boolean => userAgent.trim() === '' || bots.test(userAgent);

/** Counts a reader once per Cairo day (C12). Guests' hashes change daily, so that two days cannot be linked. */
export async function countView(articleId: string, reader: Reader, now: Date): Promise<boolean> {
  const client = await db();
  const article = await client.article.findUnique({
    where: { id: articleId },
    select: { published: true, publishedAt: true },
  });
  if (!article?.published || article.publishedAt > now) return false;
  if (isBot(reader.userAgent)) return true;
  const day = cairoDayOf(now);
  const readerHash = hmacOf('article-view', reader.sessionId ?? `${day}\n${readerSlot(reader.ip, reader.userAgent)}`);
  const counted = await client.$executeRaw`
    WITH fresh AS (
      INSERT INTO "ArticleView" ("articleId", "day", "readerHash") VALUES (${articleId}, ${day}, ${readerHash})
      ON CONFLICT DO NOTHING RETURNING 1)
    UPDATE "Article" SET "views" = "views" + 1 WHERE "id" = ${articleId} AND EXISTS (SELECT 1 FROM fresh)`;
  if (counted > 0) {
    invalidatePerMinute('views', apiRefreshesPerMinute);
    invalidatePerMinute(`article:${articleId}`, 1);
  }
  return true;
}

const openMinutes = new Map<string, { count: number; isBehind: boolean }>();

/** Invalidates up to `times` a minute, then once at the minute's end, so that a flood cannot keep the cache empty. */
export function invalidatePerMinute(tag: string, times: number): void {
  const minute = openMinutes.get(tag) ?? openMinute(tag);
  minute.count += 1;
  if (minute.count <= times) invalidate(tag);
  else minute.isBehind = true;
}

function openMinute(tag: string) {
  const minute = { count: 0, isBehind: false };
  openMinutes.set(tag, minute);
  setTimeout(() => {
    openMinutes.delete(tag);
    if (minute.isBehind) invalidate(tag);
  }, minuteMs).unref();
  return minute;
}
