import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';

/** Sets the variable to a new empty folder, until `removeFolder`. */
export function createFolder(variable: 'DATA_DIR' | 'MEDIA_DIR'): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  vi.stubEnv(variable, folder);
  resetConfig();
  return folder;
}

/** Removes the folder and restores all variables. */
export function removeFolder(folder: string): void {
  vi.unstubAllEnvs();
  resetConfig();
  rmSync(folder, { recursive: true, force: true });
}
