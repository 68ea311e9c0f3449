import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { forgetConfig } from '@/lib/config/config';

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
