import { expect, type Locator, type Page } from '@playwright/test';

export async function pressTabUntil(page: Page, target: Locator, limit = 120): Promise<void> {
  await target.waitFor();
  for (
    let stops = 0;
    stops < limit && !(await target.evaluate((element) => element === document.activeElement));
    stops += 1
  )
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

export async function openByKeyboard(page: Page, target: Locator): Promise<void> {
  await pressTabUntil(page, target);
  await page.keyboard.press('Enter');
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await pressTabUntil(page, target);
  await page.keyboard.type(text);
}
