import { MockClock } from './clock';
import type { MockConfig } from '../config';
import { seededRandom } from './ids';
import { freshStore, loadStore, saveStore, type Store } from './store';

/** What every part of the mock is given: its settings, its time, its chance and its books. */
export interface World {
  config: MockConfig;
  clock: MockClock;
  random: () => number;
  store: Store;
  save: () => void;
  /** Set by the server once it listens. */
  url: string;
}

export function createWorld(config: MockConfig): World {
  let saving = false;
  const world: World = {
    config,
    clock: new MockClock(config.clock),
    random: seededRandom(config.seed),
    store: loadStore(config.stateFile),
    url: '',
    save: () => {
      if (saving || !config.stateFile) return;
      saving = true;
      setImmediate(() => {
        saving = false;
        saveStore(config.stateFile, world.store);
      });
    },
  };
  return world;
}

export function resetWorld(world: World): void {
  world.clock.reset();
  world.random = seededRandom(world.config.seed);
  world.store = freshStore();
  world.save();
}
