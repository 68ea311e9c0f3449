import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { newLearner } from '../support/accounts';
import { filledAdministration } from '../support/administrators';
import { requestPayment } from '../support/payments';
import { signIn } from '../support/sign-in';

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

interface Kind { kind: string; path: string; whatIsUsed?: (page: Page) => Promise<void> }

const publicKinds: Kind[] = [
  { kind: 'public page', path: 'home' },
  { kind: 'public page with its menu', path: 'services', whatIsUsed: async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'افتح القائمة' }).click();
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
  { kind: 'version', path: '../version' },
];

/** Under reduced motion nothing moves on any page; without it something does on the first, so the search finds what there is. */
async function expectStillness(page: Page, kinds: Kind[]): Promise<void> {
  const look = async ({ path, whatIsUsed }: Kind, reducedMotion: 'reduce' | 'no-preference') => {
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.emulateMedia({ reducedMotion });
    await page.goto(`/ar/${path}`);
    await whatIsUsed?.(page);
    return movingParts(page);
  };
  for (const each of kinds) {
    expect.soft((await look(each, 'reduce')).filter((part) => !isBreathing(part)), `${each.kind} under reduced motion`).toEqual([]);
  }
  expect((await look(kinds[0]!, 'no-preference')).length, 'moving parts without reduced motion').toBeGreaterThan(0);
}

test('L1 C11 under reduced motion nothing on a page of each public kind has a duration, without it something has', async ({ page, pageErrors }) => {
  test.setTimeout(180_000);
  pageErrors.allow(/status of 404/, /ERR_INTERNET_DISCONNECTED/);
  await expectStillness(page, publicKinds);
});

test('L1 L3 P9 D10 the same with a lesson, its settings, payment, waiting order and profile', async ({ page }) => {
  test.setTimeout(180_000);
  const learner = await newLearner('course-nextjs');
  const { orderId } = await requestPayment(learner, 'course-mobile');
  await signIn(page, learner, '/ar/profile/myCourses');
  await expectStillness(page, [
    { kind: 'my courses', path: 'profile/myCourses' },
    { kind: 'my payments', path: 'profile/payments', whatIsUsed: (each) => each.locator('main details > summary').first().click() },
    { kind: 'security', path: 'profile/security' },
    { kind: 'lesson', path: 'course/nextjs-from-zero/02-first-page.mp4', whatIsUsed: async (each) => {
      await each.getByRole('button', { name: 'تشغيل', exact: true }).first().click();
      await each.getByRole('button', { name: 'إعدادات المشغّل' }).click();
      await expect(each.getByRole('dialog')).toBeVisible();
    } },
    { kind: 'payment', path: 'payment?product=course-marketing' },
    { kind: 'waiting order', path: `payment?order=${orderId}` },
  ]);
});

test('O6 L1 the same in administration', async ({ page, context }) => {
  test.setTimeout(180_000);
  const { administrator, pages } = await filledAdministration();
  await context.setExtraHTTPHeaders(administrator.headers);
  await expectStillness(page, pages.map((path) => ({ kind: path, path })));
});
