import type { DropListener, Front } from '@/lib/http/front';
import type { FrontParts } from '@/lib/http/front-parts';
import { pageKey } from '@/lib/http/page-key';

/** What the application sees of the front. */
export function frontWindow(parts: FrontParts): Front {
  const { desk, direct, notes, seats, state, stopper, storage } = parts;
  const listeners: DropListener[] = [];
  return {
    currentNotes: () => notes.getStore(),
    drop(tags, announce) {
      if (tags.length === 0) return;
      desk.drop(tags);
      if (announce) for (const listener of listeners) listener(tags);
    },
    onDrop: (listener) => void listeners.push(listener),
    onStop: (task) => stopper.onStop(task),
    answerDirectly: (path, handler) => direct.add(path, handler),
    ready() {
      if (state.ready) return;
      state.ready = true;
      if (parts.options.warmPages) void warmHomes(parts);
    },
    storageLow: () => storage.isLow,
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
      desk.improve(await desk.page(key, false, {}));
    } catch (error) {
      options.log.warn({ err: error, page: key.key }, 'A home page could not be rendered at start');
    }
  }
}
