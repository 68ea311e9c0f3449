import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { onInvalidate } from '@/lib/cache/invalidate';
import { isLanguage, languages } from '@/lib/language';
import { onReady } from '@/lib/process/lifecycle';
import { log } from '@/lib/log';
import { findRoute } from '@/lib/find-route';
import { previewRole } from '@/lib/process/preview-check';
import { isCallPath, isPage, languageOfMissingPage } from '@/lib/routes';
import { countSearchVisit } from '@/lib/process/search-visits';
import type { AppOptions } from '../../options';
import { pagePolicy } from '../../rendering/content-security-policy';
import { QueueFull } from '../../fair-queue';
import { answerTooLate, refusalOfQueue, refuse, refuseRendering } from '../../problems';
import { AnswerTimeout } from '../../rendering/render';
import { sendStored } from '../../rendering/stored-response';
import { WindowLimit } from '../../window-limit';
import { PageCache, renderWindowMs, TooManyRenders, type AskedPage } from './page-cache';
import { missingPageKey, pageKey } from './page-key';

/** Nobody but a scanner opens thirty addresses a second that are not there. */
const missingPagesPerWindow = 300;
const proxySeconds = 1;
/** A form's outcome without JavaScript: such a page shows one visitor's state, and is not cached. */
const stateParameters = ['error', 'sent'];
/** Hidden files, those of other programs, and files outside the languages: nobody reads a page there. */
const scanned = /^(?:\.|wp-)/;
const fileName = /\.(?!html?$)[a-z0-9~_-]+$/i;

/** RFC 9211: from the cache, so many seconds after it ceased to be fresh. nginx may not hold it any longer: the time named is over. */
const staleHeaders = (staleSinceMs: number, isBehindProxy: boolean) => ({
  ...(isBehindProxy ? { 'x-accel-expires': '@1' } : {}),
  'cache-status': `site; hit; ttl=-${Math.max(1, Math.round((Date.now() - staleSinceMs) / 1000))}`,
});

type Question = Pick<AskedPage, 'key' | 'kind'>;

/** Answers what is the same for everybody: pages, content, drawn pictures, and pages that are not there. */
export const pageCache = plugin<AppOptions>((app, { settings, application }, registered) => {
  const { host, protocol } = new URL(settings.siteUrl);
  const cache = new PageCache({
    application, host, protocol: protocol.slice(0, -1), policy: pagePolicy(settings), readStylesheet: (address) => app.readStylesheet(address), hasAsset: (address) => app.hasAsset(address),
    proxySeconds: settings.trustedProxies > 0 ? proxySeconds : 0,
  }, settings.limitScale);
  const missingPages = new WindowLimit(Math.ceil(missingPagesPerWindow * settings.limitScale), renderWindowMs);
  app.addHook('onClose', onInvalidate(({ tags, purge }) => cache.invalidate(tags, purge)));
  onReady(() => void renderHomePages(cache));

  const questionOf = (request: FastifyRequest, reply: FastifyReply): Question | 'answered' | null => {
    const { route, headers, search } = request;
    const segments = request.segments ?? [];
    if (route) {
      if (!route.cache || stateParameters.some((name) => search.has(name))) return null;
      return { key: pageKey(route, segments, search, headers), kind: route.cache };
    }
    // Middleware redirects these, by the visitor's language.
    if (segments.length === 0 || (segments.length === 1 && isLanguage(segments[0]))) return null;
    // To an answer that is no part of a page, Next's navigation goes as a browser would.
    if (isNoPage(segments) || headers['rsc'] !== undefined) {
      refuse(request, reply, { status: 404, key: 'not-found' });
      return 'answered';
    }
    const waitSeconds = missingPages.take(request.addressGroup);
    if (waitSeconds > 0) {
      void refuseRendering(request, reply, waitSeconds);
      return 'answered';
    }
    return { key: missingPageKey(languageOfMissingPage(segments)), kind: 'page' };
  };

  const answerRendered = async (request: FastifyRequest, reply: FastifyReply, question: Question): Promise<void> => {
    const { id: requestId, headers, addressGroup } = request;
    try {
      const page = await cache.render({ ...question, headers, requestId, addressGroup });
      return sendStored(request, reply, page, page.staleSinceMs === null ? {} : staleHeaders(page.staleSinceMs, settings.trustedProxies > 0));
    } catch (error) {
      if (error instanceof TooManyRenders) return refuseRendering(request, reply, error.retryAfterSeconds);
      if (error instanceof QueueFull) return refuse(request, reply, refusalOfQueue(error));
      if (error instanceof AnswerTimeout) return refuse(request, reply, answerTooLate);
      log.error({ err: error, requestId: request.id, path: request.path }, 'A page could not be rendered');
      return refuse(request, reply, { status: 500, key: 'internal' });
    }
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return done();
    unlessPreview(request, done, () => answer(request, reply, done));
  });

  function answer(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const question = questionOf(request, reply);
    if (question === null) return done();
    if (question === 'answered') return;
    if (question.kind === 'page' && request.method === 'GET' && request.headers['rsc'] === undefined) countSearchVisit(request.segments?.[0], request.headers.referer);
    const page = cache.find(question.key);
    if (page) sendStored(request, reply, page);
    else void answerRendered(request, reply, question);
  }
  registered();
}, { name: 'page-cache', dependencies: ['request-limits'] });

/** A preview goes on to the application: never from the cache and never into it. For everybody else its address is the page's own. */
function unlessPreview(request: FastifyRequest, goOn: () => void, answer: () => void): void {
  const token = request.search.size > 0 && request.route && isPage(request.route) ? request.search.get('preview') : null;
  if (token === null) return answer();
  void previewRole(request.headers, token).then((role) => {
    request.preview = role;
    return role ? goOn() : answer();
  });
}

const isNoPage = (segments: readonly string[]): boolean =>
  isCallPath(segments) || segments[0] === '_next' || segments[0] === '_protected' ||
  (!isLanguage(segments[0]) && (segments.some((segment) => scanned.test(segment)) || fileName.test(segments.at(-1) ?? '')));

/** What most people see first is ready before they come. */
async function renderHomePages(cache: PageCache): Promise<void> {
  for (const lang of languages) {
    const segments = [lang, 'home'];
    const route = findRoute(segments);
    if (!route || !isPage(route)) continue;
    const key = pageKey(route, segments, new URLSearchParams(), {});
    await cache.render({ key, kind: 'page', headers: {}, requestId: '', addressGroup: '' }).catch((error: unknown) => log.warn({ err: error, page: key.key }, 'A home page could not be rendered at start'));
  }
}
