import { filledAdministration } from '../support/people/administrators';
import { test } from '../support/fixtures';
import { takePictures } from './shots';

/** Pages that need no data, so `filledAdministration` does not list them. */
const more = [
  'admin/content',
  'admin/content/home-page.hero',
  'admin/content/home-page.hero/history',
  'admin/quizzes',
  'admin/quizzes/marketing-final',
  'admin/receipts',
  'admin/api',
];

test('administration', async ({ page, lang, context }) => {
  test.setTimeout(1_200_000);
  const { administrator, pages } = await filledAdministration();
  await context.setExtraHTTPHeaders(administrator.headers);
  for (const path of [...pages, ...more]) {
    const name = path.replace(/[0-9a-z]{20,}|[0-9a-f-]{36}/g, 'one').replaceAll('/', '-');
    await takePictures(page, { lang, name, path: `/${lang}/${path}` });
  }
});
