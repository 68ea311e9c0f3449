import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '@/lib/config/config';
import { siteConfigFile, useContentOverlay } from '@/lib/content/content-overlay';
import type { SiteConfig } from '@/lib/content/schema';
import type { FeatureFlag } from '@/lib/feature-flags';

/** Publishes a `config.json` with these feature flags off. `enableAllFeatures` restores the file. */
export function disableFeatures(...names: readonly FeatureFlag[]): void {
  const file = JSON.parse(readFileSync(join(config().contentDir, siteConfigFile), 'utf8')) as SiteConfig;
  const value = { ...file, capabilities: Object.fromEntries(names.map((name) => [name, false])) };
  useContentOverlay({
    overlay: new Map([[siteConfigFile, { value }]]),
    isStale: false,
    changes: 0,
    loading: null,
    retry: null,
  });
}

export const enableAllFeatures = (): void => useContentOverlay(undefined);
