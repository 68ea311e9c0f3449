import { permanentRedirect, redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Unavailable } from '../../../_account/unavailable';
import { EmptyState } from '../../../_ui/feedback/empty-state';
import { CourseView } from './course-view';
import type { CourseQuery } from './segments';
import { now } from '@/lib/clock';
import { openLesson } from '@/lib/courses/enrolment/open-lesson';
import { reachable } from '@/lib/guards/reachable';
import { setPageStatus } from '@/lib/cache/page-context';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { requireLearner } from '@/lib/auth/sessions/current-actor';

interface Props { lang: Language; slug: string; video: string | null; query: CourseQuery }

/** Rows L1–L5 behind the guards of rows G1, G3 and G5. */
export async function CoursePage({ lang, slug, video, query }: Props) {
  const shown = await reachable(() => show({ lang, slug, video, query }));
  return shown ?? <Unavailable lang={lang} />;
}

const pathOf = (lang: Language, slug: string, video: string | null) =>
  `/${[lang, 'course', slug, ...(video ? [video] : [])].map(encodeURIComponent).join('/')}`;

async function show({ lang, slug, video, query }: Props) {
  const wanted = pathOf(lang, slug, video);
  const actor = await requireLearner(wanted);
  const opened = await openLesson({ actor, slug, video, lang, now: now() });
  if (opened.state === 'moved') permanentRedirect(pathOf(lang, opened.slug, video));
  if (opened.state === 'not-purchased') {
    redirect(opened.productKey ? `/${lang}/payment?product=${encodeURIComponent(opened.productKey)}` : `/${lang}/payment`);
  }
  if (opened.state === 'missing' || (!opened.located && video !== 'feedback')) return <NotThere lang={lang} path={wanted} />;
  return <CourseView actor={actor} lang={lang} opened={opened} query={query} />;
}

/** Row A10. */
export async function NotThere({ lang, path }: { lang: Language; path: string }) {
  log.error({ path }, `Resolver data is undefined: ${path}`);
  setPageStatus(404);
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  return (
    <div>
      <EmptyState icon="book" title={<h1>{t('not_found')}</h1>} action={<a href={`/${lang}/profile/myCourses`}>{t('my_courses')}</a>}>{t('not_found_help')}</EmptyState>
    </div>
  );
}
