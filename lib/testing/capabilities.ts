import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteConfigFile } from '@/lib/cache/content-overlay';
import type { Capability } from '@/lib/capabilities';
import { config } from '@/lib/config/config';
import type { SiteConfig } from '@/lib/content/schema';

/** For tests: the site as if `config.json` were published with these switched off, until `switchOn`. */
export function switchOff(...names: readonly Capability[]): void {
  const file = JSON.parse(readFileSync(join(config().contentDir, siteConfigFile), 'utf8')) as SiteConfig;
  const value = { ...file, capabilities: Object.fromEntries(names.map((name) => [name, false])) };
  globalThis.siteContentOverlay = { overlay: new Map([[siteConfigFile, { value }]]), isStale: false, changes: 0, loading: null, retry: null };
}

export const switchOn = (): void => void (globalThis.siteContentOverlay = undefined);
