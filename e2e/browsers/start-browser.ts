import { otherBrowserPackages, findOtherBrowsers } from '../../scripts/environment/browser.mjs';
import { startFirefox } from './drivers/firefox';
import type { Engine, RealBrowser } from './drivers/real-browser';
import { startWebKit } from './drivers/webkit';

export function startBrowser(engine: Engine): Promise<RealBrowser> {
  const found = findOtherBrowsers();
  if (!found) throw new Error(`Firefox and WebKitGTK are not both installed: apt-get install ${otherBrowserPackages}`);
  return engine === 'firefox' ? startFirefox(found.firefox) : startWebKit(found.webKitDriver, found.miniBrowser);
}
