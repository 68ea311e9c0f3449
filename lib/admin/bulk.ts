import { z } from 'zod';
import { setArticlePublished } from '@/lib/articles/admin/articles';
import { deleteEnquiry, handleEnquiry } from '@/lib/contact/admin/enquiries';
import { moderateRating } from '@/lib/courses/admin/ratings';
import { db } from '@/lib/database/client';
import { loadTranslator, problemText } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { endCoupon } from '@/lib/orders/admin/coupons';
import { assertAdmin, assertMay, type MaybeActor } from '@/lib/permissions';
import { assertMediaEditor, removePicture } from '@/lib/pictures/admin/pictures';
import { InvalidInput, Problem } from '@/lib/problem';

const maxRows = 100;

/** `rows` maps ids to the versions that the admin saw, or to empty strings if the rows have no versions. */
const bulkSchema = <Action extends string>(actions: readonly [Action, ...Action[]]) =>
  z.object({
    action: z.enum(actions, 'required'),
    rows: z
      .record(z.string().max(200), z.string().max(60), 'bulk_size')
      .refine((rows) => Object.keys(rows).length > 0 && Object.keys(rows).length <= maxRows, 'bulk_size'),
  });

interface BulkRequest<Action extends string> {
  action: Action;
  rows: Record<string, string>;
}

export interface BulkResult {
  changed: number;
  unchanged: Array<{ id: string; name: string; reason: string }>;
}

interface ChangeEachOptions {
  rows: Record<string, string>;
  lang: Language;
  change: (id: string, version: string) => Promise<unknown>;
  namesOf: (ids: string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Continues after a refused row. @throws Problem 401, 403 */
async function changeEach({ rows, lang, change, namesOf }: ChangeEachOptions): Promise<BulkResult> {
  const refused: Array<{ id: string; problem: Problem }> = [];
  for (const [id, version] of Object.entries(rows)) {
    try {
      await change(id, version);
    } catch (error) {
      const problem = error instanceof InvalidInput ? new Problem(422, 'invalid') : error;
      if (!(problem instanceof Problem) || problem.status === 401 || problem.status === 403) throw error;
      refused.push({ id, problem });
    }
  }
  const changed = Object.keys(rows).length - refused.length;
  if (refused.length === 0) return { changed, unchanged: [] };
  const [t, names] = await Promise.all([loadTranslator(lang), namesOf(refused.map(({ id }) => id))]);
  return {
    changed,
    unchanged: refused.map(({ id, problem }) => ({
      id,
      name: names.get(id) ?? id,
      reason: problemText(t, problem.key),
    })),
  };
}

export const ratingActions = ['published', 'hidden'] as const;
export const enquiryActions = ['handled', 'open', 'remove'] as const;
export const articleActions = ['publish', 'hide'] as const;
export const couponActions = ['end'] as const;
export const pictureActions = ['remove'] as const;

export const ratingsSchema = bulkSchema(ratingActions);
export const enquiriesSchema = bulkSchema(enquiryActions);
export const articlesSchema = bulkSchema(articleActions);
export const couponsSchema = bulkSchema(couponActions);
export const picturesSchema = bulkSchema(pictureActions);

interface BulkInput<Action extends string> {
  actor: MaybeActor;
  bulk: BulkRequest<Action>;
  lang: Language;
  now: Date;
}
type NamesById = Promise<ReadonlyMap<string, string>>;

const time = z.iso.datetime();

/** Versions in lists are ISO times. @throws Problem 409 `conflict` for any other text */
function requireVersion(version: string): string {
  if (time.safeParse(version).success) return version;
  throw new Problem(409, 'conflict');
}

/** Leaves answers to ratings unchanged (row O11). @throws Problem 401, 403 */
export async function changeRatings({
  actor,
  bulk: { action, rows },
  lang,
}: BulkInput<(typeof ratingActions)[number]>): Promise<BulkResult> {
  assertAdmin(actor);
  return changeEach({
    rows,
    lang,
    change: (id, version) => moderateRating(actor, id, { status: action, changedAt: requireVersion(version) }),
    namesOf: findRaterNames,
  });
}

async function findRaterNames(ids: string[]): NamesById {
  const rows = await (
    await db()
  ).courseRating.findMany({ where: { id: { in: ids } }, select: { id: true, user: { select: { name: true } } } });
  return new Map(rows.map(({ id, user }) => [id, user.name]));
}

export async function changeEnquiries({
  actor,
  bulk: { action, rows },
  lang,
  now,
}: BulkInput<(typeof enquiryActions)[number]>): Promise<BulkResult> {
  assertAdmin(actor);
  const changeOne = (id: string) =>
    action === 'remove' ? deleteEnquiry(actor, id) : handleEnquiry(actor, id, action === 'handled', now);
  return changeEach({ rows, lang, change: changeOne, namesOf: findEnquirerNames });
}

async function findEnquirerNames(ids: string[]): NamesById {
  const rows = await (
    await db()
  ).enquiry.findMany({ where: { id: { in: ids } }, select: { id: true, fullName: true } });
  return new Map(rows.map(({ id, fullName }) => [id, fullName]));
}

export async function changeArticles({
  actor,
  bulk: { action, rows },
  lang,
}: BulkInput<(typeof articleActions)[number]>): Promise<BulkResult> {
  assertMay(actor, 'articles');
  return changeEach({
    rows,
    lang,
    change: (id, version) =>
      setArticlePublished(actor, id, { published: action === 'publish', updatedAt: requireVersion(version) }),
    namesOf: (ids) => findArticleTitles(ids, lang),
  });
}

async function findArticleTitles(ids: string[], lang: Language): NamesById {
  const rows = await (
    await db()
  ).articleText.findMany({ where: { articleId: { in: ids } }, select: { articleId: true, lang: true, title: true } });
  const sorted = rows.toSorted((one, other) => Number(one.lang === lang) - Number(other.lang === lang));
  return new Map(sorted.map(({ articleId, title }) => [articleId, title]));
}

export async function endCoupons({
  actor,
  bulk: { rows },
  lang,
  now,
}: BulkInput<(typeof couponActions)[number]>): Promise<BulkResult> {
  assertAdmin(actor);
  return changeEach({ rows, lang, change: (id) => endCoupon(actor, id, now), namesOf: findCouponCodes });
}

async function findCouponCodes(ids: string[]): NamesById {
  const rows = await (await db()).coupon.findMany({ where: { id: { in: ids } }, select: { id: true, code: true } });
  return new Map(rows.map(({ id, code }) => [id, code]));
}

export async function removePictures({
  actor,
  bulk: { rows },
  lang,
}: BulkInput<(typeof pictureActions)[number]>): Promise<BulkResult> {
  assertMediaEditor(actor);
  return changeEach({ rows, lang, change: (id) => removePicture(actor, id), namesOf: findPictureNames });
}

async function findPictureNames(ids: string[]): NamesById {
  const rows = await (await db()).picture.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
