import 'server-only';
import { z } from 'zod';
import { assertAdmin, assertMay, type MaybeActor } from '@/lib/actor';
import { setArticlePublished } from '@/lib/admin/articles/articles';
import { endCoupon } from '@/lib/admin/coupons/coupons';
import { deleteEnquiry, handleEnquiry } from '@/lib/admin/enquiries';
import { assertMediaEditor, removePicture } from '@/lib/admin/media/pictures';
import { moderateRating } from '@/lib/admin/ratings';
import { db } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { bulkSchema, changeEach, type Bulk, type BulkResult } from './bulk';

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

interface Asking<Action extends string> { actor: MaybeActor; bulk: Bulk<Action>; lang: Language; now: Date }
type Names = Promise<ReadonlyMap<string, string>>;

const time = z.iso.datetime();

/** A version that no list has shown is one that nobody has seen. @throws Problem 409 */
function seen(version: string): string {
  if (time.safeParse(version).success) return version;
  throw new Problem(409, 'conflict');
}

/** Publishes or hides several ratings that were read, each with the answer it has (row O11). @throws Problem 401, 403 */
export async function changeRatings({ actor, bulk: { action, rows }, lang }: Asking<(typeof ratingActions)[number]>): Promise<BulkResult> {
  assertAdmin(actor);
  return changeEach({ rows, lang, change: (id, version) => moderateRating(actor, id, { status: action, changedAt: seen(version) }), namesOf: raters });
}

async function raters(ids: string[]): Names {
  const rows = await (await db()).courseRating.findMany({ where: { id: { in: ids } }, select: { id: true, user: { select: { name: true } } } });
  return new Map(rows.map(({ id, user }) => [id, user.name]));
}

/** Marks several enquiries as handled or open, or deletes them. @throws Problem 401, 403 */
export async function changeEnquiries({ actor, bulk: { action, rows }, lang, now }: Asking<(typeof enquiryActions)[number]>): Promise<BulkResult> {
  assertAdmin(actor);
  const change = (id: string) => (action === 'remove' ? deleteEnquiry(actor, id) : handleEnquiry(actor, id, action === 'handled', now));
  return changeEach({ rows, lang, change, namesOf: askers });
}

async function askers(ids: string[]): Names {
  const rows = await (await db()).enquiry.findMany({ where: { id: { in: ids } }, select: { id: true, fullName: true } });
  return new Map(rows.map(({ id, fullName }) => [id, fullName]));
}

/** @throws Problem 401, 403 */
export async function changeArticles({ actor, bulk: { action, rows }, lang }: Asking<(typeof articleActions)[number]>): Promise<BulkResult> {
  assertMay(actor, 'articles');
  return changeEach({ rows, lang, change: (id, version) => setArticlePublished(actor, id, { published: action === 'publish', updatedAt: seen(version) }), namesOf: (ids) => articleTitles(ids, lang) });
}

async function articleTitles(ids: string[], lang: Language): Names {
  const rows = await (await db()).articleText.findMany({ where: { articleId: { in: ids } }, select: { articleId: true, lang: true, title: true } });
  const own = rows.toSorted((one, other) => Number(one.lang === lang) - Number(other.lang === lang));
  return new Map(own.map(({ articleId, title }) => [articleId, title]));
}

/** @throws Problem 401, 403 */
export async function endCoupons({ actor, bulk: { rows }, lang, now }: Asking<(typeof couponActions)[number]>): Promise<BulkResult> {
  assertAdmin(actor);
  return changeEach({ rows, lang, change: (id) => endCoupon(actor, id, now), namesOf: codes });
}

async function codes(ids: string[]): Names {
  const rows = await (await db()).coupon.findMany({ where: { id: { in: ids } }, select: { id: true, code: true } });
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Deletes those of the pictures that nothing shows. @throws Problem 401, 403 */
export async function removePictures({ actor, bulk: { rows }, lang }: Asking<(typeof pictureActions)[number]>): Promise<BulkResult> {
  assertMediaEditor(actor);
  return changeEach({ rows, lang, change: (id) => removePicture(actor, id), namesOf: pictureNames });
}

async function pictureNames(ids: string[]): Names {
  const rows = await (await db()).picture.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
