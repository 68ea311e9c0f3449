import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { startContentOverlay } from '@/lib/cache/content-overlay';
import { forgetConfig } from '@/lib/config/config';
import { freshDatabase } from '../database';

/** For tests: the site reads a copy of `content/`, which may be changed, until `remove`. */
export function copyContent(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('content', folder, { recursive: true });
  vi.stubEnv('CONTENT_DIR', folder);
  forgetConfig();
  const remove = () => {
    vi.unstubAllEnvs();
    forgetConfig();
    rmSync(folder, { recursive: true });
  };
  return { folder, remove };
}

/** For tests of what is published: before each a fresh database, a copy of `content/`, and a process that shows what the database has. */
export function publishedContent() {
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
    await freshDatabase();
    copy = copyContent();
    await start();
  });
  afterEach(() => {
    end();
    copy.remove();
  });
  return { start, end, file: (path: string) => join(copy.folder, 'midan', path) };
}
