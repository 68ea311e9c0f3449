import { listUsers } from '@/lib/accounts/admin/users';
import { filterByWords } from '@/lib/admin/lists';
import { listArticleRows } from '@/lib/articles/admin/articles';
import { documentTitle, groupOf, groupTitle } from '@/lib/content/admin/document-form';
import { listDocumentRows } from '@/lib/content/admin/documents';
import { keepEnabled } from '@/lib/content/enabled-features';
import { listCourses } from '@/lib/courses/admin/courses';
import { searchTerms } from '@/lib/fold';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { listCoupons } from '@/lib/orders/admin/coupons';
import { listOrders } from '@/lib/orders/admin/order-list';
import { assertMay, hasPermission, type MaybeActor, type Permission } from '@/lib/permissions';
import { listPictures } from '@/lib/pictures/admin/pictures';

const maxHits = 5;

interface AdminSearchInput {
  actor: MaybeActor;
  q: string;
  lang: Language;
  now: Date;
}
type TranslateKey = (key: string) => string;
interface AdminSearchRequest extends AdminSearchInput {
  t: TranslateKey & { has: (key: string) => boolean };
}

interface SearchHit {
  path: string;
  title: string;
  details: string[];
}
interface HitList {
  hits: SearchHit[];
  hasMore: boolean;
}
export interface HitGroup extends HitList {
  kind: HitKind;
  list: string;
}

interface SearchSource {
  permission: Permission;
  /** True if the list page accepts the same `q`. Lists that do not are short and shown whole. */
  isFiltered: boolean;
  find: (request: AdminSearchRequest) => Promise<HitList>;
}

const sources = {
  orders: { permission: 'administer', isFiltered: true, find: findOrders },
  learners: { permission: 'administer', isFiltered: true, find: findLearners },
  courses: { permission: 'administer', isFiltered: true, find: findCourses },
  coupons: { permission: 'administer', isFiltered: true, find: findCoupons },
  content: { permission: 'content', isFiltered: false, find: findPages },
  articles: { permission: 'articles', isFiltered: true, find: findArticles },
  media: { permission: 'media', isFiltered: true, find: findPictures },
} as const satisfies Record<string, SearchSource>;

type HitKind = keyof typeof sources;

export async function searchAdministration({ actor, q, lang, now }: AdminSearchInput): Promise<HitGroup[]> {
  assertMay(actor, 'enter');
  if (searchTerms(q).length === 0) return [];
  const translate = await loadTranslator(lang);
  const t = Object.assign((key: string) => translate(`admin.${key}`), {
    has: (key: string) => translate.has(`admin.${key}`),
  });
  const allowed = await keepEnabled(
    Object.entries<SearchSource>(sources).filter(([, { permission }]) => hasPermission(actor.role, permission)),
    ([kind]) => `/admin/${kind}`,
  );
  const groups = await Promise.all(
    allowed.map(async ([kind, { find, isFiltered }]) => ({
      kind: kind as HitKind,
      list: `/${kind}${isFiltered ? `?${new URLSearchParams({ q })}` : ''}`,
      ...(await find({ actor, q, lang, now, t })),
    })),
  );
  return groups.filter(({ hits }) => hits.length > 0);
}

const limitHits = (hits: SearchHit[]): HitList => ({ hits: hits.slice(0, maxHits), hasMore: hits.length > maxHits });

const detailsOf = (...details: Array<string | null>): string[] =>
  details.filter((text): text is string => Boolean(text));

async function findOrders({ actor, q, lang, t }: AdminSearchRequest): Promise<HitList> {
  const { rows } = await listOrders(actor, { q, page: 1 });
  return limitHits(
    rows.map(({ orderId, number, status, buyer, email, productName, description }) => ({
      path: `/orders/${orderId}`,
      title: `#${number}`,
      details: detailsOf(t(`status_${status}`), buyer, email, productName[lang] || description),
    })),
  );
}

async function findLearners({ actor, q, t }: AdminSearchRequest): Promise<HitList> {
  const { rows } = await listUsers(actor, { q, page: 1 });
  return limitHits(
    rows.map(({ userId, name, email, phone, role }) => ({
      path: `/learners/${userId}`,
      title: name || email || userId,
      details: detailsOf(role === 'learner' ? null : t(`role_${role}`), email, phone),
    })),
  );
}

async function findCourses({ actor, q, lang, t }: AdminSearchRequest): Promise<HitList> {
  const { rows } = await listCourses(actor, { q, page: 1 });
  return limitHits(
    rows.map(({ slug, title, published }) => ({
      path: `/courses/${slug}`,
      title: title[lang],
      details: [t(published ? 'published' : 'hidden')],
    })),
  );
}

async function findCoupons({ actor, q, now, t }: AdminSearchRequest): Promise<HitList> {
  const { rows } = await listCoupons(actor, { q, page: 1, now });
  return limitHits(
    rows.map(({ id, code, state }) => ({ path: `/coupons/${id}`, title: code, details: [t(`coupon_${state}`)] })),
  );
}

async function findPages({ actor, q, lang, t }: AdminSearchRequest): Promise<HitList> {
  const rows = await listDocumentRows(actor);
  return limitHits(
    filterByWords(q, rows, (row) => [
      `${documentTitle(row, lang, t)} ${groupTitle(groupOf(row.id), t)}`,
      ...Object.values(row.values).map((value) => JSON.stringify(value)),
    ]).map((row) => ({
      path: `/content/${row.id}`,
      title: documentTitle(row, lang, t),
      details: [groupTitle(groupOf(row.id), t)],
    })),
  );
}

async function findArticles({ actor, q, lang, now, t }: AdminSearchRequest): Promise<HitList> {
  const { rows } = await listArticleRows(actor, { q, page: 1, now });
  return limitHits(
    rows.map(({ id, titles, published, scheduled }) => ({
      path: `/articles/${id}`,
      title: titles[lang] ?? Object.values(titles)[0] ?? id,
      details: [t(scheduled ? 'scheduled' : published ? 'published' : 'hidden')],
    })),
  );
}

async function findPictures({ actor, q, lang }: AdminSearchRequest): Promise<HitList> {
  const { rows } = await listPictures(actor, { q, page: 1 });
  return limitHits(
    rows.map(({ id, name, alt }) => ({
      path: `/media/${id}`,
      title: alt[lang] || name,
      details: alt[lang] ? [name] : [],
    })),
  );
}
