import { onInvalidate } from '@/lib/cache/invalidate';
import type { Front } from '@/lib/http/front';
import type { FrontParts } from '@/lib/http/front-parts';
import { lifecycle, onReady } from '@/lib/lifecycle';
import { pageKey } from '@/lib/http/pages/page-key';

/** What the application sees of the front. */
export function frontWindow(parts: FrontParts): Front {
  const { desk, direct, searchVisits, seats, state } = parts;
  onInvalidate(({ tags, purge }) => desk.drop(tags, purge));
  const ready = () => {
    state.ready = true;
    if (parts.options.warmPages) void warmHomes(parts);
  };
  if (lifecycle.ready) ready();
  else onReady(ready);
  return {
    answerDirectly: (method, path, handler, screen) => direct.add(method, path, handler, screen),
    takeSearchVisits: () => searchVisits.take(),
    stats: () => ({
      pages: desk.count, pageBytes: desk.bytes, hits: state.hits, renders: desk.renders, mediaConnections: seats.total,
    }),
  };
}

/** The pages most people see first are ready before they come, in their smallest form. */
async function warmHomes({ desk, options }: FrontParts): Promise<void> {
  for (const language of options.languages) {
    const key = pageKey([language, 'home'], new URLSearchParams(), {});
    try {
      desk.improve(await desk.page({ key, kind: 'page', headers: {}, address: '' }));
    } catch (error) {
      options.log.warn({ err: error, page: key.key }, 'A home page could not be rendered at start');
    }
  }
}
