import { readFileSync } from 'node:fs';
import { createTranslator } from 'next-intl';
import type { ReactElement } from 'react';
import { prerender } from 'react-dom/static';
import { beforeEach, expect, test, vi } from 'vitest';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { grantEnrolment } from '@/lib/courses/enrolment/enrolment';
import { issueCertificate } from '@/lib/courses/progress/certificate';
import { readProgress, saveProgress } from '@/lib/courses/progress/progress';
import { transaction } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { CourseFeedback } from './course-feedback';
import { LessonList } from './lesson-list';

vi.mock('next-intl/server', () => ({
  getTranslations: async ({ locale, namespace }: { locale: string; namespace: string }) =>
    createTranslator({
      locale,
      namespace: namespace as never,
      messages: JSON.parse(readFileSync(`content/midan/i18n/${locale}.json`, 'utf8')) as object,
    }),
}));
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

const slug = 'nextjs-from-zero';
const files = ['01-welcome.mp4', '02-first.mp4', '03-data.mp4', '04-publish.mp4'] as const;
const now = new Date('2026-11-21T12:00:00Z');
const owner = { userId: 'mona', courseSlug: slug };
let mona: Actor;

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner('mona');
  mona = buildActor('learner', { userId: 'mona', name: 'Mona Adel' });
  await transaction((tx) => grantEnrolment(tx, { ...owner, orderId: null, source: 'purchase', now }));
});

const open = async (...opened: string[]) => {
  for (const lesson of opened) await saveProgress({ ...owner, lesson, durationSeconds: 30, played: true, now });
};
const watch = async (...watched: string[]) => {
  for (const lesson of watched)
    await saveProgress({ ...owner, lesson, durationSeconds: 30, played: true, watched: [[0, 30]], now });
};

async function show(
  lang: Language,
  { file = files[0], actor = mona, error }: { file?: string; actor?: Actor; error?: string } = {},
): Promise<string> {
  const course = (await findCourse(slug, lang))!;
  const lesson = course.chapters.flatMap(({ lessons }) => lessons).find((each) => each.file === file)!;
  const current = { lesson, currentChapterIndex: 0, prevLesson: null, nextLesson: null };
  const list = await LessonList({
    actor,
    course,
    progress: await readProgress(owner),
    current: current as never,
    closedLessons: new Set(),
    quizzes: [],
    query: error ? { error, section: 'certificate' } : {},
    lang,
  });
  const { prelude } = await prerender(list, {
    onError: (thrown) => {
      throw thrown;
    },
  });
  return (await new Response(prelude as unknown as ReadableStream).text()).replaceAll(/<!--.*?-->/g, '');
}
const readText = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

const said = {
  ar: {
    count: 'الدروس التي فتحتها: 4 من 4',
    missing: 'فتحت كل الدروس. بقي أن تكمل مشاهدة درسين لتحصل على الشهادة. يُحسب الدرس متى شاهدت 80% منه.',
  },
  en: {
    count: 'Lessons opened: 4 of 4',
    missing:
      'You have opened every lesson. For the certificate you still have to watch 2 lessons. A lesson counts once you have watched 80% of it.',
  },
  de: {
    count: 'Geöffnete Lektionen: 4 von 4',
    missing:
      'Sie haben alle Lektionen geöffnet. Für das Zertifikat fehlen noch 2 Lektionen. Eine Lektion zählt, sobald Sie 80 % davon angesehen haben.',
  },
};

test.each(Object.keys(said) as Array<keyof typeof said>)(
  'a learner who opened all lessons reads in %s what is still to be watched for the certificate, with a link [L1, P6]',
  async (lang) => {
    await open(...files);
    await watch(files[0], files[2]);
    const html = await show(lang, { file: files[1] });
    expect(readText(html)).toContain(said[lang].count);
    expect(readText(html)).toContain(said[lang].missing);
    expect(html.slice(html.lastIndexOf('80'))).toContain(`href="/${lang}/course/${slug}/${files[3]}"`);
    expect(html).not.toContain('/certificate/');
  },
);

test('shows no certificate requirements before all lessons were opened, and counts the shown lesson as opened [L1, P6]', async () => {
  await open(files[0], files[1]);
  expect(await show('en', { file: files[2] })).not.toContain('certificate');
  await open(files[2]);
  expect(readText(await show('en', { file: files[3] }))).toContain('still have to watch 4 lessons');
});

test('the certificate’s name is shown before it is issued, with a link to change it and the reason for a refusal [P6]', async () => {
  await watch(...files);
  const html = await show('en', { error: 'not-completed' });
  expect(html).toContain('Your certificate will be issued in the name of <bdi>Mona Adel</bdi>.');
  expect(html).toContain('href="/en/profile/details"');
  expect(html).toContain(`action="/api/user/mona/certificate/${slug}"`);
  expect(html).toMatch(/role="alert".*not been watched far enough/);
});

test('each of the two forms on the feedback page shows only its own error [P6, L5]', async () => {
  await watch(...files);
  const course = (await findCourse(slug, 'en'))!;
  const countAlertsIn = async (page: ReactElement) => {
    const { prelude } = await prerender(page, {
      onError: (thrown) => {
        throw thrown;
      },
    });
    return [...(await new Response(prelude as unknown as ReadableStream).text()).matchAll(/role="alert"[^>]*><(?!\/)/g)]
      .length;
  };
  const countAlerts = async (section?: string) => {
    const query = { error: 'too-many-requests', ...(section && { section }) };
    return {
      feedback: await countAlertsIn(await CourseFeedback({ actor: mona, lang: 'en', courseSlug: slug, query })),
      certificate: await countAlertsIn(
        await LessonList({
          actor: mona,
          course,
          progress: await readProgress(owner),
          current: null,
          closedLessons: new Set(),
          quizzes: [],
          query,
          lang: 'en',
        }),
      ),
    };
  };
  expect(await countAlerts()).toEqual({ feedback: 1, certificate: 0 });
  expect(await countAlerts('certificate')).toEqual({ feedback: 0, certificate: 1 });
});

test('an issued certificate is linked from the course, and can be reissued after the account’s name has changed [P6]', async () => {
  await watch(...files);
  const { id } = await issueCertificate({ actor: mona, ...owner, now });
  const html = await show('en');
  expect(html).toContain('in the name of <bdi>Mona Adel</bdi>');
  expect(html).toContain(`href="/en/certificate/${id}"`);
  expect(html).not.toContain('<form');
  const renamed = await show('en', { actor: { ...mona, name: 'Mona Fahmy' } });
  expect(renamed).toContain('Your name is now <bdi>Mona Fahmy</bdi>');
  expect(renamed).toContain(`action="/api/user/mona/certificate/${slug}/name"`);
});
