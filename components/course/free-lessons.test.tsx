import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { CourseContent } from '@/components/blocks/courses/course-details';
import type { CourseOffer } from '@/lib/courses/catalogue/course-offer';
import { PreviewLesson } from './preview-lesson';

const buildLesson = (name: string, freePreview: boolean) => ({
  file: `${name}.mp4`,
  path: name,
  name,
  freePreview,
  durationSeconds: 60,
});
const course = {
  slug: 'a-course',
  title: 'A course',
  published: true,
  courseInfo: { courseInclude: [], spokenLanguage: 'ar' },
  chapters: [
    { title: 'One', lessons: [buildLesson('welcome', true), buildLesson('paid', false)] },
    { title: 'Two', lessons: [buildLesson('second', true)] },
  ],
};
const page = '/en/details/course-page/courses-data/a-course';

vi.mock('next-intl/server', () => ({
  getTranslations: async () =>
    Object.assign((key: string) => key, { raw: (key: string) => key, rich: (key: string) => key }),
}));
vi.mock('@/lib/courses/catalogue/catalogue', () => ({ findCourse: vi.fn() }));
vi.mock('@/lib/lessons/attachments', () => ({ listPreviewAttachments: async () => [] }));
vi.mock('@/lib/lessons/playback/describe-video', () => ({
  describePreview: async (_course: unknown, { file, name }: { file: string; name: string }) => ({
    userId: null,
    watermark: null,
    courseSlug: 'a-course',
    courseTitle: 'A course',
    file,
    name,
    resumeSeconds: 0,
    playlistUrl: `/${file}/playlist`,
    spokenLanguage: 'ar',
    sources: [{ url: `/${file}`, type: 'video/mp4' }],
    poster: null,
    thumbnails: null,
    renditions: [],
    durationSeconds: 60,
    madeAt: null,
    captions: [
      { lang: 'en', label: 'English', url: '/vtt', cues: [{ fromSeconds: 1, toSeconds: 2, text: `said in ${name}` }] },
    ],
  }),
}));

const renderPreview = async (file?: string) =>
  renderToStaticMarkup(await PreviewLesson({ courseSlug: 'a-course', lang: 'en', page, file }));
const listLinks = (html: string) =>
  [...html.matchAll(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, name]) => [name, href]);

beforeEach(async () => {
  const { findCourse } = await import('@/lib/courses/catalogue/catalogue');
  vi.mocked(findCourse).mockResolvedValue(course as never);
});

test('the course page plays the first or the requested free lesson, with its transcript in the HTML [N2, L9]', async () => {
  for (const [asked, shown, other] of [
    [undefined, 'welcome', 'second'],
    ['second.mp4', 'second', 'welcome'],
    ['paid.mp4', 'welcome', 'paid'],
    ['unknown.mp4', 'welcome', 'second'],
  ] as const) {
    const html = await renderPreview(asked);
    expect([
      html.includes(`src="/${shown}.mp4"`),
      html.includes(`said in ${shown}`),
      html.includes(`said in ${other}`),
    ]).toEqual([true, true, false]);
  }
});

test('each free lesson has a link beside the player and in the plan that works without scripts [N2]', async () => {
  expect(listLinks(await renderPreview('second.mp4'))).toEqual([
    ['welcome', `${page}?lesson=welcome.mp4#free-lesson`],
    ['second', '#free-lesson'],
  ]);
  const plan = renderToStaticMarkup(
    await CourseContent({ course: course as unknown as CourseOffer, title: 'Content', page, shown: 'welcome.mp4' }),
  );
  expect(listLinks(plan)).toEqual([
    ['welcome', '#free-lesson'],
    ['second', `${page}?lesson=second.mp4#free-lesson`],
  ]);
});
