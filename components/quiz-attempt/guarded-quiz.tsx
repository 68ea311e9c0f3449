import { permanentRedirect, redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { Unavailable } from '@/components/account/unavailable';
import { Section } from '@/components/layout/section';
import { ClosedLesson, CourseNotFound } from '@/components/lesson/course-page';
import { requireLearner } from '@/lib/accounts/sessions/current-actor';
import { findMovedCourse, findProductOfCourse } from '@/lib/courses/catalogue/catalogue';
import { quizPath } from '@/lib/courses/catalogue/course';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import type { Language } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import { Problem } from '@/lib/problem';

interface QuizLocation {
  lang: Language;
  courseSlug: string;
  quizId: string;
  path: string;
}

/** Applies the lesson page's guards (rows G1, G3, G5) to a quiz page. If a guard refuses, explains why. */
export async function renderQuiz(place: QuizLocation, show: (actor: Actor) => Promise<ReactNode>): Promise<ReactNode> {
  const page = await nullIfUnreachable(async () => {
    const actor = await requireLearner(place.path);
    try {
      return await show(actor);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return renderRefusal(error, place, actor);
    }
  });
  return page ?? <Unavailable lang={place.lang} />;
}

async function renderRefusal(
  problem: Problem,
  { lang, courseSlug, quizId, path }: QuizLocation,
  actor: Actor,
): Promise<ReactNode> {
  if (problem.key === 'not-purchased') {
    const product = await findProductOfCourse(courseSlug);
    redirect(product ? `/${lang}/payment?product=${encodeURIComponent(product.key)}` : `/${lang}/payment`);
  }
  if (problem.key === 'refund-requested')
    return (
      <Section narrow>
        <ClosedLesson actor={actor} lang={lang} courseSlug={courseSlug} />
      </Section>
    );
  if (problem.status !== 404) throw problem;
  const moved = await findMovedCourse(courseSlug);
  if (moved) permanentRedirect(quizPath(lang, moved, quizId));
  return <CourseNotFound lang={lang} path={path} />;
}
