import 'server-only';
import { createHash } from 'node:crypto';
import { addressGroup } from '@/lib/process/address-group';
import { cairoDayOf } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { invalidatePerMinute } from '@/lib/cache/invalidate-per-minute';
import { hmacOf } from '@/lib/config/secrets';

const bots = /bot\b|bot[/;_-]|crawl|spider|slurp|facebookexternalhit|whatsapp|telegram|preview|lighthouse|pingdom|monitor|scrapy/i;

export interface Reader { /** Of a learner; guests are counted by address. */ sessionId: string | null; address: string; userAgent: string }

/** How many readers share an address at most. A user agent is whatever its sender writes, so it only chooses between them. */
const readersPerAddress = 4;

/** The tag `views` is on every answer of the API that has articles. */
const apiRefreshesPerMinute = 10;

const placeAt = (address: string, userAgent: string): string =>
  `${addressGroup(address)}\n${createHash('sha256').update(userAgent).digest().readUInt8() % readersPerAddress}`;

const isBot = (userAgent: string): boolean => userAgent.trim() === '' || bots.test(userAgent);

/**
 * Counts a reader of an article once a day in Cairo (C12), bots never. What is stored of a visitor without session is a
 * keyed hash that cannot be compared with another day's. False when the article does not exist.
 */
export async function countView(articleId: string, reader: Reader, now: Date): Promise<boolean> {
  const client = await db();
  const article = await client.article.findUnique({ where: { id: articleId }, select: { published: true, publishedAt: true } });
  if (!article?.published || article.publishedAt > now) return false;
  if (isBot(reader.userAgent)) return true;
  const day = cairoDayOf(now);
  const readerHash = hmacOf('article-view', reader.sessionId ?? `${day}\n${placeAt(reader.address, reader.userAgent)}`);
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
