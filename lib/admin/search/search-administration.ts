import 'server-only';
import { assertMay, mayBy, type MaybeActor, type Permission } from '@/lib/actor';
import { listArticleRows } from '@/lib/admin/articles/articles';
import { documentTitle, groupOf, groupTitle } from '@/lib/admin/content/document-title';
import { listDocumentRows } from '@/lib/admin/content/versions';
import { listCoupons } from '@/lib/admin/coupons/coupons';
import { listCourses } from '@/lib/admin/courses/courses';
import { listPictures } from '@/lib/admin/media/pictures';
import { listOrders } from '@/lib/admin/orders/order-list';
import { saying } from '@/lib/admin/lists';
import { listUsers } from '@/lib/admin/users/users';
import { onlyOpen } from '@/lib/content/capabilities';
import { searchTerms } from '@/lib/text/fold';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';

/** Of each kind; its list has the others. */
const mostHits = 5;

interface Asked { actor: MaybeActor; q: string; lang: Language; now: Date }
type Texts = (key: string) => string;
interface Question extends Asked { t: Texts & { has: (key: string) => boolean } }

/** `path` is after `/{lang}/admin`. */
export interface Hit { path: string; title: string; details: string[] }
interface Found { hits: Hit[]; hasMore: boolean }
export interface HitGroup extends Found {
  kind: HitKind;
  /** The list that has the others, after `/{lang}/admin`. */
  list: string;
}

interface Source {
  permission: Permission;
  /** Whether the list can be asked for the same; else it is short and shown whole. */
  isFiltered: boolean;
  find: (question: Question) => Promise<Found>;
}

/** Names are those of the sections in the navigation, and of their paths. */
const sources = {
  orders: { permission: 'administer', isFiltered: true, find: findOrders },
  learners: { permission: 'administer', isFiltered: true, find: findLearners },
  courses: { permission: 'administer', isFiltered: true, find: findCourses },
  coupons: { permission: 'administer', isFiltered: true, find: findCoupons },
  content: { permission: 'content', isFiltered: false, find: findPages },
  articles: { permission: 'articles', isFiltered: true, find: findArticles },
  media: { permission: 'media', isFiltered: true, find: findPictures },
} as const satisfies Record<string, Source>;

export type HitKind = keyof typeof sources;

/** The first results of each kind that the actor may see (row O10). @throws Problem 401, 403 */
export async function searchAdministration({ actor, q, lang, now }: Asked): Promise<HitGroup[]> {
  assertMay(actor, 'enter');
  if (searchTerms(q).length === 0) return [];
  const translate = await translatorOf(lang);
  const t = Object.assign((key: string) => translate(`admin.${key}`), { has: (key: string) => translate.has(`admin.${key}`) });
  const allowed = await onlyOpen(Object.entries<Source>(sources).filter(([, { permission }]) => mayBy(actor.role, permission)), ([kind]) => `/admin/${kind}`);
  const groups = await Promise.all(allowed.map(async ([kind, { find, isFiltered }]) =>
    ({ kind: kind as HitKind, list: `/${kind}${isFiltered ? `?${new URLSearchParams({ q })}` : ''}`, ...(await find({ actor, q, lang, now, t })) })));
  return groups.filter(({ hits }) => hits.length > 0);
}

const cut = (hits: Hit[]): Found => ({ hits: hits.slice(0, mostHits), hasMore: hits.length > mostHits });

const detailsOf = (...details: Array<string | null>): string[] => details.filter((text): text is string => Boolean(text));

async function findOrders({ actor, q, lang, t }: Question): Promise<Found> {
  const { rows } = await listOrders(actor, { q, page: 1 });
  return cut(rows.map(({ orderId, number, status, buyer, email, productName, description }) =>
    ({ path: `/orders/${orderId}`, title: `#${number}`, details: detailsOf(t(`status_${status}`), buyer, email, productName[lang] || description) })));
}

async function findLearners({ actor, q, t }: Question): Promise<Found> {
  const { rows } = await listUsers(actor, { q, page: 1 });
  return cut(rows.map(({ userId, name, email, phone, role }) =>
    ({ path: `/learners/${userId}`, title: name || email || userId, details: detailsOf(role === 'learner' ? null : t(`role_${role}`), email, phone) })));
}

async function findCourses({ actor, q, lang, t }: Question): Promise<Found> {
  const { rows } = await listCourses(actor, { q, page: 1 });
  return cut(rows.map(({ slug, title, published }) => ({ path: `/courses/${slug}`, title: title[lang], details: [t(published ? 'published' : 'hidden')] })));
}

async function findCoupons({ actor, q, now, t }: Question): Promise<Found> {
  const { rows } = await listCoupons(actor, { q, page: 1, now });
  return cut(rows.map(({ id, code, state }) => ({ path: `/coupons/${id}`, title: code, details: [t(`coupon_${state}`)] })));
}

async function findPages({ actor, q, lang, t }: Question): Promise<Found> {
  const rows = await listDocumentRows(actor);
  return cut(saying(q, rows, (row) => [`${documentTitle(row, lang, t)} ${groupTitle(groupOf(row.id), t)}`, ...Object.values(row.values).map((value) => JSON.stringify(value))])
    .map((row) => ({ path: `/content/${row.id}`, title: documentTitle(row, lang, t), details: [groupTitle(groupOf(row.id), t)] })));
}

async function findArticles({ actor, q, lang, now, t }: Question): Promise<Found> {
  const { rows } = await listArticleRows(actor, { q, page: 1, now });
  return cut(rows.map(({ id, titles, published, scheduled }) =>
    ({ path: `/articles/${id}`, title: titles[lang] ?? Object.values(titles)[0] ?? id, details: [t(scheduled ? 'scheduled' : published ? 'published' : 'hidden')] })));
}

async function findPictures({ actor, q, lang }: Question): Promise<Found> {
  const { rows } = await listPictures(actor, { q, page: 1 });
  return cut(rows.map(({ id, name, alt }) => ({ path: `/media/${id}`, title: alt[lang] || name, details: alt[lang] ? [name] : [] })));
}
