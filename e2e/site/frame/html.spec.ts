import { HtmlValidate } from 'html-validate';
import { fillAdministration } from '../../support/admin-pages';
import { course } from '../../support/courses';
import { expect, test } from '../../support/fixtures';
import { createLearner } from '../../support/people/accounts';
import { languages, publicPages } from '../../support/public-pages';

const checker = new HtmlValidate({ extends: ['html-validate:standard'] });

async function findFaults(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  // Ignore `as` on stylesheets of `next/dynamic`: HTML allows this attribute only on preloads.
  return faults.filter((fault) => !fault.startsWith('attribute-misuse: "as" attribute cannot be used on <link>'));
}

test('public pages are valid HTML in all languages [B21]', async ({ request }) => {
  test.setTimeout(180_000);
  const paths = [
    ...publicPages,
    'search?q=Next.js',
    'articles/arabic-interfaces',
    'nowhere',
    'login',
    'signup',
    'forgetPassword',
    'otpcode?email=mona@midan.example',
  ];
  for (const lang of languages)
    for (const path of paths) {
      expect
        .soft(await findFaults(await (await request.get(`/${lang}/${path}`)).text()), `${lang} ${path}`)
        .toEqual([]);
    }
});

test('learner and admin pages are valid HTML [B21]', async ({ request }) => {
  test.setTimeout(180_000);
  const { headers } = await createLearner(course.productKey);
  const lesson = `course/${course.slug}/${course.lessons[0]}.mp4`;
  const learnerPages = [
    `course/${course.slug}`,
    lesson,
    `${lesson}?section=notes`,
    `${lesson}?section=questions`,
    'profile/myData',
    'profile/myCourses',
    'profile/security',
    'profile/payments',
    'payment?product=course-marketing',
  ];
  for (const path of learnerPages)
    expect.soft(await findFaults(await (await request.get(`/ar/${path}`, { headers })).text()), path).toEqual([]);
  const { administrator, pages } = await fillAdministration();
  for (const path of pages) {
    const answer = await request.get(`/en/${path}`, { headers: administrator.headers });
    expect.soft(await findFaults(await answer.text()), path).toEqual([]);
  }
});
