import type { Page } from '@playwright/test';

/** Lists durations, delays and running animations. With reduced motion there must be none. */
export async function findMovingParts(page: Page): Promise<string[]> {
  const parts = await page.evaluate(() => {
    const parseMilliseconds = (list: string) =>
      Math.max(...list.split(',').map((time) => parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000)));
    const pseudos = {
      '': '*',
      '::before': '*',
      '::after': '*',
      '::marker': 'li, summary',
      '::backdrop': 'dialog, [popover]',
      '::placeholder': 'input, textarea',
      '::details-content': 'details',
      '::file-selector-button': 'input[type=file]',
    };
    const styled = Object.entries(pseudos).flatMap(([pseudo, selector]) =>
      [...document.querySelectorAll(selector)].flatMap((element) => {
        const style = getComputedStyle(element, pseudo || null);
        const name = `${element.localName}.${element.getAttribute('class') ?? ''}${pseudo}`;
        const transition = parseMilliseconds(style.transitionDuration) + parseMilliseconds(style.transitionDelay);
        const animation =
          style.animationName === 'none'
            ? 0
            : parseMilliseconds(style.animationDuration) + parseMilliseconds(style.animationDelay);
        return [
          ...(transition > 0 ? [`${name} transition of ${style.transitionProperty}: ${transition}`] : []),
          ...(animation > 0 ? [`${name} animation ${style.animationName}: ${animation}`] : []),
          ...(style.scrollBehavior === 'smooth' ? [`${name} scrolls smoothly`] : []),
        ];
      }),
    );
    // Ignore scroll timelines, which follow the reader's own scrolling.
    const running = document
      .getAnimations()
      .filter(({ timeline }) => timeline instanceof DocumentTimeline)
      .map(
        ({ effect }) =>
          `running on ${(effect as KeyframeEffect).target?.localName}${(effect as KeyframeEffect).pseudoElement ?? ''}: ${effect?.getComputedTiming().duration}`,
      );
    return [...new Set([...styled, ...running])];
  });
  return parts.filter((part) => !isBreathing(part));
}

/** Allows fading in and out over two seconds, because nothing moves. */
const isBreathing = (part: string): boolean =>
  /animation \S*breathe\S*: 2000$/.test(part) || part === 'running on svg: 2000';
