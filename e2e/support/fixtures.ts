import { test as base, expect, type Page } from '@playwright/test';
import { messages, type Text } from './messages';

/** Playwright looks at a page before its styles are in, and Chromium then reports that it skips the view transition. */
const skippedTransition = /ViewTransition opt-in disabled/;

interface PageErrors {
  /** What a test causes on purpose. */
  allow(...patterns: RegExp[]): void;
}

interface Fixtures {
  pageErrors: PageErrors;
  /** Language of the project. */
  lang: string;
  /** The brand's messages in that language. */
  t: Text;
}

/** Waits until React listens to the page; one of another server, or a file, has none to wait for. */
async function reactListens(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('__reactContainer'))
    || !Array.from(document.scripts).some(({ src, text }) => src.includes('/_next/static/') || text.includes('/_next/static/')));
}

/** Fails a test on any CSP violation, console error, page error or request to a foreign host. */
export const test = base.extend<Fixtures>({
  lang: async ({ locale }, use) => use((locale ?? 'ar').slice(0, 2)),
  t: async ({ lang }, use) => use(messages(lang)),
  // A cached page asks for its scripts when it is painted or loaded: a button that is pressed right after `goto` would do nothing. With `waitUntil` a test says itself what it waits for.
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page);
    if (javaScriptEnabled !== false) page.goto = async (url, options) => {
      const answer = await goto(url, options);
      if (!options?.waitUntil) await reactListens(page);
      return answer;
    };
    await use(page);
  },
  pageErrors: [
    async ({ context, baseURL }, use) => {
      const found: string[] = [];
      const allowed = [skippedTransition];
      context.on('page', (page: Page) => {
        page.on('console', (message) => message.type() === 'error' && found.push(`console: ${message.text()}`));
        page.on('pageerror', (error) => found.push(`page error: ${error.message}`));
      });
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`));
      });
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (/^https?:$/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname)) found.push(`foreign request: ${request.url()}`);
      });
      await use({ allow: (...patterns) => void allowed.push(...patterns) });
      expect(found.filter((line) => !allowed.some((pattern) => pattern.test(line))), `errors on pages of ${baseURL}`).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
