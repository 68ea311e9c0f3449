import type { Locator, Page } from '@playwright/test';

/** A field of the page's form by its label, to which required fields add a star. */
export const field = (page: Page, label: string): Locator => page.getByRole('main').getByLabel(new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\*?$`));

/** Presses a button of the page's form. */
export const press = (page: Page, name: string): Promise<void> => page.getByRole('main').getByRole('button', { name, exact: true }).click();
