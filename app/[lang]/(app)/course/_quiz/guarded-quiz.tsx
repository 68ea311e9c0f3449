import type { ReactNode } from 'react';
import { permanentRedirect, redirect } from 'next/navigation';
import { Unavailable } from '../../../_account/unavailable';
import { Section } from '../../../_ui/layout/section';
import { ClosedLesson } from '../_lesson/closed-lesson';
import { NotThere } from '../_lesson/course-page';
import type { Actor } from '@/lib/actor';
import { requireLearner } from '@/lib/auth/sessions/current-actor';
import { findMovedCourse, findProductOfCourse } from '@/lib/courses/catalogue/catalogue';
import { quizPath } from '@/lib/courses/catalogue/course';
import { reachable } from '@/lib/guards/reachable';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';

interface Place { lang: Language; courseSlug: string; quizId: string; path: string }

/** The guards of the lesson page (rows G1, G3, G5) for a page of a quiz, and what stands there instead of it. */
export async function guardedQuiz(place: Place, show: (actor: Actor) => Promise<ReactNode>): Promise<ReactNode> {
  const page = await reachable(async () => {
    const actor = await requireLearner(place.path);
    try {
      return await show(actor);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return insteadOf(error, place, actor);
    }
  });
  return page ?? <Unavailable lang={place.lang} />;
}

async function insteadOf(problem: Problem, { lang, courseSlug, quizId, path }: Place, actor: Actor): Promise<ReactNode> {
  if (problem.key === 'not-purchased') {
    const product = await findProductOfCourse(courseSlug);
    redirect(product ? `/${lang}/payment?product=${encodeURIComponent(product.key)}` : `/${lang}/payment`);
  }
  if (problem.key === 'refund-requested') return <Section narrow><ClosedLesson actor={actor} lang={lang} courseSlug={courseSlug} /></Section>;
  if (problem.status !== 404) throw problem;
  const moved = await findMovedCourse(courseSlug);
  if (moved) permanentRedirect(quizPath(lang, moved, quizId));
  return <NotThere lang={lang} path={path} />;
}
