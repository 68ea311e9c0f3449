import type { FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { onInvalidate } from '@/lib/cache/invalidate';
import { findRoute } from '@/lib/find-route';
import { isLanguage, languages } from '@/lib/language';
import { log } from '@/lib/log';
import { countSearchVisit, onReady, previewRole } from '@/lib/process/shared-state';
import { isCallPath, isPage, languageOfMissingPage } from '@/lib/routes';
import { QueueFull, WindowLimit } from '@/server/load-limits';
import type { AppOptions } from '@/server/options';
import { pagePolicy } from '@/server/plugins/security-headers';
import { answerTooLate, refusalOfQueue, refuseRender, sendRefusal } from '@/server/problems';
import { AnswerTimeout } from '@/server/rendering/render';
import { sendStored } from '@/server/rendering/stored-response';
import { PageCache, type PageRequest, renderWindowMs, TooManyRenders } from './page-cache';
import { missingPageKey, pageKey } from './page-store';

/** Thirty missing pages a second: only scanners request so many. */
const missingPagesPerWindow = 300;
const proxySeconds = 1;
/** Pages with these parameters show one visitor's state, so they are not cached. */
const stateParameters = ['error', 'sent'];
/** Names of hidden files and of other programs' files, which only scanners request. */
const scannedName = /^(?:\.|wp-)/;
const fileName = /\.(?!html?$)[a-z0-9~_-]+$/i;

/** RFC 9211: a negative ttl counts the seconds since the page became stale. `@1` keeps nginx from caching it. */
const staleHeaders = (staleSinceMs: number, isBehindProxy: boolean) => ({
  ...(isBehindProxy ? { 'x-accel-expires': '@1' } : {}),
  'cache-status': `site; hit; ttl=-${Math.max(1, Math.round((Date.now() - staleSinceMs) / 1000))}`,
});

type PageLookup = Pick<PageRequest, 'key' | 'kind'>;

export const pageCache = plugin<AppOptions>(
  (app, { settings, application }, registered) => {
    const { host, protocol } = new URL(settings.siteUrl);
    const cache = new PageCache(
      {
        application,
        host,
        protocol: protocol.slice(0, -1),
        policy: pagePolicy(settings),
        build: app,
        proxySeconds: settings.trustedProxies > 0 ? proxySeconds : 0,
      },
      settings.limitScale,
    );
    const missingPages = new WindowLimit(Math.ceil(missingPagesPerWindow * settings.limitScale), renderWindowMs);
    app.addHook(
      'onClose',
      onInvalidate(({ tags, isPurge }) => cache.invalidate(tags, isPurge)),
    );
    onReady(() => void renderHomePages(cache));

    const chooseLookup = (request: FastifyRequest, reply: FastifyReply): PageLookup | 'answered' | null => {
      const { route, headers, search } = request;
      const segments = request.segments ?? [];
      if (route) {
        if (!route.cache || stateParameters.some((name) => search.has(name))) return null;
        return { key: pageKey(route, segments, search, headers), kind: route.cache };
      }
      if (segments.length === 0 || (segments.length === 1 && isLanguage(segments[0]))) return null;
      // Next's navigation needs only the 404 status: the browser then loads the URL itself.
      if (isNotAPage(segments) || headers['rsc'] !== undefined) {
        sendRefusal(request, reply, { status: 404, key: 'not-found' });
        return 'answered';
      }
      const waitSeconds = missingPages.take(request.addressGroup);
      if (waitSeconds > 0) {
        void refuseRender(request, reply, 'missing-pages', waitSeconds);
        return 'answered';
      }
      return { key: missingPageKey(languageOfMissingPage(segments)), kind: 'page' };
    };

    const answerRendered = async (request: FastifyRequest, reply: FastifyReply, lookup: PageLookup): Promise<void> => {
      const { id: requestId, headers, addressGroup } = request;
      try {
        const page = await cache.render({ ...lookup, headers, requestId, addressGroup });
        return sendStored(
          request,
          reply,
          page,
          page.staleSinceMs === null ? {} : staleHeaders(page.staleSinceMs, settings.trustedProxies > 0),
        );
      } catch (error) {
        if (error instanceof TooManyRenders) return refuseRender(request, reply, 'renders', error.retryAfterSeconds);
        if (error instanceof QueueFull) return sendRefusal(request, reply, refusalOfQueue(error));
        if (error instanceof AnswerTimeout) return sendRefusal(request, reply, answerTooLate);
        log.error({ err: error, requestId: request.id, path: request.path }, 'A page could not be rendered');
        return sendRefusal(request, reply, { status: 500, key: 'internal' });
      }
    };

    app.addHook('onRequest', (request, reply, done) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return done();
      answerUnlessPreview(request, done, () => answer(request, reply, done));
    });

    function answer(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
      const lookup = chooseLookup(request, reply);
      if (lookup === null) return done();
      if (lookup === 'answered') return;
      if (lookup.kind === 'page' && request.method === 'GET' && request.headers['rsc'] === undefined)
        countSearchVisit(request.segments?.[0], request.headers.referer);
      const page = cache.find(lookup.key);
      if (page) sendStored(request, reply, page);
      else void answerRendered(request, reply, lookup);
    }
    registered();
  },
  { name: 'page-cache', dependencies: ['request-limits'] },
);

function answerUnlessPreview(request: FastifyRequest, goOn: () => void, answer: () => void): void {
  const token =
    request.search.size > 0 && request.route && isPage(request.route) ? request.search.get('preview') : null;
  if (token === null) return answer();
  void previewRole(request.headers, token).then((role) => {
    request.preview = role;
    return role ? goOn() : answer();
  });
}

const isNotAPage = (segments: readonly string[]): boolean =>
  isCallPath(segments) ||
  segments[0] === '_next' ||
  segments[0] === '_protected' ||
  (!isLanguage(segments[0]) &&
    (segments.some((segment) => scannedName.test(segment)) || fileName.test(segments.at(-1) ?? '')));

async function renderHomePages(cache: PageCache): Promise<void> {
  for (const lang of languages) {
    const segments = [lang, 'home'];
    const route = findRoute(segments);
    if (!route || !isPage(route)) continue;
    const key = pageKey(route, segments, new URLSearchParams(), {});
    await cache
      .render({ key, kind: 'page', headers: {}, requestId: '', addressGroup: '' })
      .catch((error: unknown) =>
        log.warn(
          { err: error, page: key.key },
          'A home page could not be rendered at start; its first visitor waits for it instead',
        ),
      );
  }
}
