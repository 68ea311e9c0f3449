import { test as base, expect, type Page } from '@playwright/test';

/** A driver that looks at a page before its styles are in makes Chromium give up the transition to it, and say so. */
const ofTheDriver = /ViewTransition opt-in disabled/;

interface Trouble { expected: RegExp[] }

/** Fails a test on any CSP violation, console error, page error or request to a foreign host. */
export const test = base.extend<{ trouble: Trouble; /** Of the pages: the project's. */ lang: string }>({
  lang: async ({ locale }, use) => use((locale ?? 'ar').slice(0, 2)),
  trouble: [
    async ({ context, baseURL }, use) => {
      const found: string[] = [];
      const trouble: Trouble = { expected: [ofTheDriver] };
      const watch = (page: Page) => {
        page.on('console', (message) => message.type() === 'error' && found.push(`console: ${message.text()}`));
        page.on('pageerror', (error) => found.push(`page error: ${error.message}`));
      };
      context.on('page', watch);
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`));
      });
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (/^https?:$/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname)) found.push(`foreign request: ${request.url()}`);
      });
      await use(trouble);
      const surprising = found.filter((line) => !trouble.expected.some((pattern) => pattern.test(line)));
      expect(surprising, `trouble on pages of ${baseURL}`).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
