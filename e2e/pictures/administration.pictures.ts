import { fillAdministration } from '../support/admin-pages';
import { test } from '../support/fixtures';
import { takePictures } from './shots';

test('administration', async ({ page, lang, context }) => {
  test.setTimeout(1_200_000);
  const { administrator, pages } = await fillAdministration();
  await context.setExtraHTTPHeaders(administrator.headers);
  for (const path of pages) {
    const name = path.replace(/[0-9a-z]{20,}|[0-9a-f-]{36}/g, 'one').replaceAll('/', '-');
    await takePictures(page, { lang, name, path: `/${lang}/${path}` });
  }
});
