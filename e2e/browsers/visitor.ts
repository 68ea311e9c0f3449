import { setTimeout as sleep } from 'node:timers/promises';
import type { RealBrowser, Size } from './drivers/real-browser';

const patienceMs = 30_000;

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
type Kind = 'control' | 'field';
interface ElementQuery {
  kind: Kind;
  name: string;
  starts?: boolean;
}

/** Runs in the page. Returns the position of a control once it no longer moves and nothing covers it. */
async function locate({ kind, name, starts = false }: ElementQuery): Promise<{ x: number; y: number } | null> {
  const readText = (element: Element | null): string => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const readName = (element: Element): string => {
    if (kind === 'control') return element.getAttribute('aria-label') ?? readText(element);
    const labels =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
        ? element.labels
        : null;
    return (
      element.getAttribute('aria-label') ??
      readText(labels?.[0] ?? document.getElementById(element.getAttribute('aria-labelledby') ?? ''))
    ).replace(/\s?\*$/, '');
  };
  const selector =
    kind === 'control' ? 'a, button, summary, [role="menuitem"]' : 'input, textarea, select, [contenteditable="true"]';
  // If a modal dialog is open, search only in it: everything behind it is inert.
  const modal = document.querySelector('dialog:modal');
  const matches = Array.from((modal ?? document).querySelectorAll(selector)).filter((element) => {
    const own = readName(element);
    return (starts ? own.startsWith(name) : own === name) && element.checkVisibility({ visibilityProperty: true });
  });
  for (const element of matches) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const before = element.getBoundingClientRect();
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    const { left, top, width, height } = element.getBoundingClientRect();
    if (left !== before.left || top !== before.top) return null;
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    if (hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element))
      return { x, y };
  }
  return null;
}

export class Visitor {
  constructor(
    readonly browser: RealBrowser,
    private readonly site: string,
    readonly size: Size,
  ) {}

  async open(path: string): Promise<void> {
    await this.read(path);
    await this.waitForReact();
  }

  /** Opens a page like a visitor who only reads: a public page then loads no React. */
  async read(path: string): Promise<void> {
    // Mark the old page, because Firefox may report its load event as that of the navigation.
    await this.browser.evaluate(() => {
      document.documentElement.dataset.left = '';
    });
    await this.browser.goto(path.startsWith('http') ? path : `${this.site}${path}`);
    await this.waitUntil('the page before is gone', () => !('left' in document.documentElement.dataset));
  }

  /** Loads React and waits for it: until then, forms are submitted natively and a payment opens in the same tab. */
  async waitForReact(): Promise<void> {
    await this.waitUntil('the page shows intent', () => {
      document.getElementById('languages')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      return true;
    });
    await this.waitUntil('React listens', () =>
      Object.keys(document).some((key) => key.startsWith('__reactContainer')),
    );
  }

  async waitUntil<Value, Argument = undefined>(
    what: string,
    look: (argument: Argument) => Value | Promise<Value>,
    argument?: Argument,
  ): Promise<NonNullable<Value>> {
    const end = Date.now() + patienceMs;
    for (;;) {
      // Retry after errors, which a page returns while the browser is leaving it.
      const [value, error] = await this.browser.evaluate(look, argument).then(
        (found) => [found, null] as const,
        (reason: unknown) => [null, reason] as const,
      );
      if (value !== null && value !== undefined && value !== false) return value;
      if (Date.now() > end)
        throw new Error(
          `Timed out: ${what}, at ${await this.readPath().catch(() => 'no page')} ${error instanceof Error ? error.message : ''}`,
        );
      await sleep(100);
    }
  }

  readPath(): Promise<string> {
    return this.browser.evaluate(() => location.pathname + location.search);
  }

  waitForAddress(part: string): Promise<unknown> {
    return this.waitUntil(`the address contains ${part}`, (sought) => location.href.includes(sought), part);
  }

  waitForText(text: string): Promise<unknown> {
    return this.waitUntil(
      `"${text}" is on the page`,
      (sought) => document.body.innerText.replaceAll(/[\u2066-\u2069]/g, '').includes(sought),
      text,
    );
  }

  async press(name: string, { starts = false } = {}): Promise<void> {
    const { x, y } = await this.waitUntil(`"${name}" can be pressed`, locate, {
      kind: 'control',
      name,
      starts,
    } as ElementQuery);
    await this.browser.clickAt(x, y);
  }

  async fill(label: string, text: string): Promise<void> {
    const { x, y } = await this.waitUntil(`the field "${label}" can be pressed`, locate, {
      kind: 'field',
      name: label,
    } as ElementQuery);
    await this.browser.clickAt(x, y);
    await this.browser.evaluate(() => {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
    });
    await this.browser.type(text);
  }

  async waitForBox(selector: string): Promise<Rect & { window: { width: number; height: number } }> {
    return this.waitUntil(
      `${selector} is shown`,
      (sought) => {
        const element = document.querySelector(sought);
        if (!element?.checkVisibility()) return null;
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return {
          left,
          top,
          right,
          bottom,
          window: { width: document.documentElement.clientWidth, height: innerHeight },
        };
      },
      selector,
    );
  }

  async runInNewTab(work: () => Promise<void>): Promise<{ goBack: () => Promise<void> }> {
    const before = await this.browser.listTabs();
    await work();
    const end = Date.now() + patienceMs;
    for (;;) {
      const opened = (await this.browser.listTabs()).find((tab) => !before.includes(tab));
      if (opened) {
        await this.browser.switchTo(opened);
        return {
          goBack: async () => {
            await this.browser.closeTab();
            await this.browser.switchTo(before[0]!);
          },
        };
      }
      if (Date.now() > end) throw new Error('Timed out: a new tab');
      await sleep(100);
    }
  }
}
