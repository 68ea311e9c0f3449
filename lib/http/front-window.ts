import type { DropListener, Front } from '@/lib/http/front';
import type { FrontParts } from '@/lib/http/front-parts';
import { KeptFacts } from '@/lib/http/pages/kept-facts';
import { pageKey } from '@/lib/http/pages/page-key';

/** What the application sees of the front. */
export function frontWindow(parts: FrontParts): Front {
  const { desk, direct, notes, searchVisits, seats, state, stopper, storage } = parts;
  const listeners: DropListener[] = [];
  const facts = new KeptFacts();
  return {
    currentNotes: () => notes.getStore(),
    drop(tags, { announce, remove }) {
      if (tags.length === 0) return;
      facts.drop(tags);
      desk.drop(tags, remove);
      if (announce) for (const listener of listeners) listener(tags, remove);
    },
    keep: (key, tags, load) => facts.keep(key, tags, load),
    onDrop: (listener) => void listeners.push(listener),
    onStop: (task) => stopper.onStop(task),
    answerDirectly: (method, path, handler, screen) => direct.add(method, path, handler, screen),
    ready() {
      if (state.ready) return;
      state.ready = true;
      if (parts.options.warmPages) void warmHomes(parts);
    },
    storageLow: () => storage.isLow,
    isStopping: () => stopper.isStopping,
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
