import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { newLearner } from './people/account';
import { busyAdministration } from './people/administration';
import { askToPay } from './people/purchase';
import { signIn } from './people/sign-in';

/** Every element and pseudo-element with a duration or a delay, and what runs at the moment: `what: milliseconds`, a line each. */
const movingParts = (page: Page): Promise<string[]> => page.evaluate(() => {
  const milliseconds = (list: string) => Math.max(...list.split(',').map((time) => parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000)));
  const pseudos = ['', '::before', '::after', '::marker', '::backdrop', '::placeholder', '::details-content', '::file-selector-button'];
  const styled = [...document.querySelectorAll('*')].flatMap((element) => pseudos.flatMap((pseudo) => {
    const style = getComputedStyle(element, pseudo || null);
    const name = `${element.localName}.${element.getAttribute('class') ?? ''}${pseudo}`;
    const transition = milliseconds(style.transitionDuration) + milliseconds(style.transitionDelay);
    const animation = style.animationName === 'none' ? 0 : milliseconds(style.animationDuration) + milliseconds(style.animationDelay);
    return [
      ...(transition > 0 ? [`${name} transition of ${style.transitionProperty}: ${transition}`] : []),
      ...(animation > 0 ? [`${name} animation ${style.animationName}: ${animation}`] : []),
      ...(style.scrollBehavior === 'smooth' ? [`${name} scrolls smoothly`] : []),
    ];
  }));
  const running = document.getAnimations().map(({ effect }) => `running on ${(effect as KeyframeEffect).target?.localName}${(effect as KeyframeEffect).pseudoElement ?? ''}: ${effect?.getComputedTiming().duration}`);
  return [...new Set([...styled, ...running])];
});

/** Fading in and out within two seconds says that something is under way, and moves nothing. */
const isBreathing = (part: string): boolean => /animation \S*breathe\S*: 2000$/.test(part) || part === 'running on svg: 2000';

interface Kind { kind: string; path: string; whatIsUsed?: (page: Page) => Promise<void>; /** A page of its own, without the site's styles. */ plain?: true }

const publicKinds: Kind[] = [
  { kind: 'public page', path: 'home' },
  { kind: 'public page with its menu', path: 'services', whatIsUsed: async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('button[popovertarget=menu]').click();
  } },
  { kind: 'articles', path: 'articles' },
  { kind: 'article', path: 'articles/fast-website-in-egypt' },
  { kind: 'course', path: 'details/course-page/courses-data/nextjs-from-zero', whatIsUsed: (page) => page.locator('main details > summary').last().click() },
  { kind: 'contact', path: 'contact' },
  { kind: '404', path: 'nowhere' },
  { kind: 'login', path: 'login' },
  { kind: 'offline', path: 'about', whatIsUsed: async (page) => {
    await page.context().setOffline(true);
    await expect(page.getByText('لا يوجد اتصال بالإنترنت')).toBeVisible();
    await page.context().setOffline(false);
  } },
  { kind: 'version', path: '../version', plain: true },
];

/** Looks at each page with and without the wish for less motion: nothing moves with it, something does without. */
async function expectStillness(page: Page, kinds: Kind[]): Promise<void> {
  for (const { kind, path, whatIsUsed, plain } of kinds) {
    const look = async (reducedMotion: 'reduce' | 'no-preference') => {
      await page.setViewportSize({ width: 1280, height: 844 });
      await page.emulateMedia({ reducedMotion });
      await page.goto(`/ar/${path}`);
      await whatIsUsed?.(page);
      return movingParts(page);
    };
    expect.soft((await look('reduce')).filter((part) => !isBreathing(part)), `${kind} under reduced motion`).toEqual([]);
    if (!plain) expect.soft((await look('no-preference')).length, `${kind} without the wish`).toBeGreaterThan(0);
  }
}

test('L1 C11 under reduced motion nothing on a page of each public kind has a duration, without it something has', async ({ page, trouble }) => {
  test.setTimeout(180_000);
  trouble.expected.push(/status of 404/, /ERR_INTERNET_DISCONNECTED/);
  await expectStillness(page, publicKinds);
});

test('L1 L3 P9 D10 the same with a lesson, its settings, payment, waiting order and profile', async ({ page }) => {
  test.setTimeout(180_000);
  const learner = await newLearner('course-nextjs');
  const { order } = await askToPay(learner, 'course-mobile');
  await signIn(page, learner, '/ar/profile/myCourses');
  await expectStillness(page, [
    { kind: 'my courses', path: 'profile/myCourses' },
    { kind: 'my payments', path: 'profile/payments', whatIsUsed: (each) => each.locator('main details > summary').first().click() },
    { kind: 'security', path: 'profile/security' },
    { kind: 'lesson', path: 'course/nextjs-from-zero/02-first-page.mp4', whatIsUsed: async (each) => {
      await each.locator('video ~ div button').first().click();
      await each.locator('button[aria-haspopup=dialog]').click();
      await expect(each.locator('dialog[open]')).toBeVisible();
    } },
    { kind: 'payment', path: 'payment?product=course-marketing' },
    { kind: 'waiting order', path: `payment?order=${order}` },
  ]);
});

test('O6 L1 the same in administration', async ({ page, context }) => {
  test.setTimeout(180_000);
  const { administrator, pages } = await busyAdministration();
  await context.setExtraHTTPHeaders(administrator.headers);
  await expectStillness(page, pages.map((path) => ({ kind: path, path })));
});
