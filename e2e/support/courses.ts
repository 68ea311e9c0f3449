import { expect } from '@playwright/test';
import type { Session } from './api';
import { call, callJson, testSite } from './api';

export const course = {
  slug: 'nextjs-from-zero',
  productKey: 'course-nextjs',
  lessons: ['01-welcome', '02-first-page', '03-layouts', '04-data', '05-forms', '06-deploy', '07-search', '08-speed'],
} as const;

export const courseWithQuiz = {
  slug: 'digital-marketing-basics',
  productKey: 'course-marketing',
  quiz: 'marketing-final',
  lessons: [
    '01-welcome',
    '02-know-your-customer',
    '03-clear-offer',
    '04-search-and-content',
    '05-paid-ads',
    '06-measure',
  ],
} as const;

const lessonsOf: Record<string, readonly string[]> = {
  [course.slug]: course.lessons,
  [courseWithQuiz.slug]: courseWithQuiz.lessons,
  'mobile-apps-with-react-native': [
    '01-welcome',
    '02-components',
    '03-layout',
    '04-navigation',
    '05-device',
    '06-publish',
  ],
};

interface Progress {
  lessons: Record<string, { watchedSeconds: number }>;
}

export async function finishCourse(learner: Session): Promise<string> {
  await watchEveryLesson(learner);
  const { id } = await callJson<{ id: string }>(
    `${testSite.url}/api/user/${learner.userId}/certificate/${course.slug}`,
    { headers: learner.headers, body: {} },
  );
  return id;
}

export async function watchEveryLesson({ userId, headers }: Session, slug: string = course.slug): Promise<void> {
  for (const lesson of lessonsOf[slug] ?? []) {
    const body = { lesson: `${lesson}.mp4`, played: true, watched: [[0, 240]] };
    await call(`${testSite.url}/api/user/${userId}/video/playlist/${slug}~${lesson}.mp4`, { headers });
    const report = async () =>
      (
        await callJson<Progress>(`${testSite.url}/api/user/${userId}/progress/${slug}`, {
          method: 'PUT',
          headers,
          body,
        })
      ).lessons[`${lesson}.mp4`]?.watchedSeconds;
    // Report until the total stops growing: the test site credits at most 1000 s of watched time per second.
    await expect(async () => expect(await report()).toBe(await report())).toPass();
  }
}
