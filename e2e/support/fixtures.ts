import { expect, type Page, test as base } from '@playwright/test';
import { readMessages, type Text } from './messages';

/** Logged if Playwright inspects a page before its styles load or while it appears: Chromium then skips the transition. */
const skippedTransition = /ViewTransition opt-in disabled|Page already revealed/;

interface PageErrors {
  allow(...patterns: RegExp[]): void;
}

interface Fixtures {
  pageErrors: PageErrors;
  lang: string;
  t: Text;
}

/** Simulates the visitor's move to a control, after which a cached page loads React. */
export const showIntent = (page: Page) =>
  page.evaluate(() =>
    document.getElementById('languages')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })),
  );

/** Call it also after posting a form: text typed during hydration may end up beside the old text. */
export async function waitForReact(page: Page): Promise<void> {
  await showIntent(page);
  await page.waitForFunction(
    () =>
      Object.keys(document).some((key) => key.startsWith('__reactContainer')) ||
      !Array.from(document.scripts).some(
        ({ src, text }) => src.includes('/_next/static/') || text.includes('/_next/static/'),
      ),
  );
}

/** Fails a test on a CSP violation, console error, page error or foreign request. */
export const test = base.extend<Fixtures>({
  lang: async ({ locale }, use) => use((locale ?? 'ar').slice(0, 2)),
  t: async ({ lang }, use) => use(readMessages(lang)),
  // Wait for React, because most tests need it. Tests of pages without React pass `waitUntil`.
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page);
    if (javaScriptEnabled !== false)
      page.goto = async (url, options) => {
        const answer = await goto(url, options);
        if (!options?.waitUntil) await waitForReact(page);
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
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`),
        );
      });
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (/^https?:$/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname))
          found.push(`foreign request: ${request.url()}`);
      });
      await use({ allow: (...patterns) => void allowed.push(...patterns) });
      expect(
        found.filter((line) => !allowed.some((pattern) => pattern.test(line))),
        `errors on pages of ${baseURL}`,
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
