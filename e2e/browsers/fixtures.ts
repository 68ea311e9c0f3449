import { writeFile } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import { findOtherBrowsers, otherBrowserPackages } from '../../scripts/environment/browser.mjs';
import { testSite } from '../support/api';
import { readMessages, type Text } from '../support/messages';
import { startFirefox } from './drivers/firefox';
import type { Engine, RealBrowser, Size } from './drivers/real-browser';
import { startWebKit } from './drivers/webkit';
import { Visitor } from './visitor';

function startBrowser(engine: Engine): Promise<RealBrowser> {
  const found = findOtherBrowsers();
  if (!found) throw new Error(`Firefox and WebKitGTK are not both installed: apt-get install ${otherBrowserPackages}`);
  return engine === 'firefox' ? startFirefox(found.firefox) : startWebKit(found.webKitDriver, found.miniBrowser);
}

export interface Variant {
  engine: Engine;
  lang: 'ar' | 'en';
  size: Size;
}

interface Fixtures {
  variant: Variant;
  visitor: Visitor;
  lang: Variant['lang'];
  t: Text;
}

export const test = base.extend<Fixtures & { realBrowser: RealBrowser }>({
  variant: [undefined as never, { option: true }],
  lang: async ({ variant }, use) => use(variant.lang),
  t: async ({ lang }, use) => use(readMessages(lang)),
  realBrowser: async ({ variant }, use) => {
    const browser = await startBrowser(variant.engine);
    await use(browser);
    await browser.stop();
  },
  visitor: async ({ realBrowser, variant }, use, test) => {
    await realBrowser.resize(variant.size);
    const visitor = new Visitor(realBrowser, testSite.url, variant.size);
    await use(visitor);
    if (test.status === test.expectedStatus) return;
    const picture = await realBrowser.takeScreenshot().catch(() => null);
    if (picture) await writeFile(test.outputPath('screenshot.png'), picture, 'base64');
  },
});

export { expect } from '@playwright/test';
