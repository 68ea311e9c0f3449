import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { startContentOverlay } from '@/lib/content/content-overlay';
import { resetDatabase } from '@/tests/support/database';

/** Makes the site read a copy of `content/` until `remove` is called. */
export function copyContent(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('content', folder, { recursive: true });
  vi.stubEnv('CONTENT_DIR', folder);
  resetConfig();
  const remove = () => {
    vi.unstubAllEnvs();
    resetConfig();
    rmSync(folder, { recursive: true });
  };
  return { folder, remove };
}

/** Gives each test a fresh database and a copy of `content/`. */
export function createPublishedContent() {
  let copy: ReturnType<typeof copyContent>;
  let stop: (() => void) | undefined;
  const start = async () => {
    stop = await startContentOverlay();
  };
  const end = () => {
    stop?.();
    stop = undefined;
  };
  beforeEach(async () => {
    await resetDatabase();
    copy = copyContent();
    await start();
  });
  afterEach(() => {
    end();
    copy.remove();
  });
  return { start, end, file: (path: string) => join(copy.folder, 'midan', path) };
}
