'use client';

import { useEffect, useState } from 'react';
import { fetchWithSession } from '@/components/session/session-fetch';
import { readShownUser } from '@/components/session/shown-user';
import { ButtonLink } from '@/components/ui/button';
import { positionText } from '@/lib/i18n/formats';
import styles from './continue-card.module.css';

interface ContinueState {
  name: string;
  title: string;
  continue: { lesson: string; name: string; positionSeconds: number; updatedAt: string } | null;
}
interface Labels {
  title: string;
  go: string;
}

async function findLatestCourse(lang: string): Promise<ContinueState | null> {
  const user = await readShownUser();
  if (!user) return null;
  const answer = await fetchWithSession(`/api/user/${encodeURIComponent(user.userId)}/profile/getMyCourses`, {
    headers: { 'accept-language': lang },
  });
  const courses = answer.ok ? ((await answer.json()) as ContinueState[]) : [];
  return (
    courses
      .filter((course) => course.continue)
      .sort((one, other) => (one.continue!.updatedAt < other.continue!.updatedAt ? 1 : -1))[0] ?? null
  );
}

/** Row L8: fetches the learner's course in the browser, because the page itself is cached for all visitors. */
export function ContinueCard({ lang, labels }: { lang: string; labels: Labels }) {
  const [course, setCourse] = useState<ContinueState | null>(null);
  useEffect(() => {
    if (document.documentElement.dataset.auth !== 'learner') return;
    let isHere = true;
    findLatestCourse(lang).then(
      (found) => {
        if (isHere) setCourse(found);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [lang]);
  if (!course?.continue) return null;
  const { lesson, name, positionSeconds } = course.continue;
  return (
    <section className={styles.card} aria-label={labels.title}>
      <p>
        <strong>{labels.title}</strong> <bdi>{course.title}</bdi>: <bdi>{name}</bdi> ·{' '}
        <bdi>{positionText(positionSeconds)}</bdi>
      </p>
      <ButtonLink
        href={`/${lang}/course/${encodeURIComponent(course.name)}/${encodeURIComponent(lesson)}`}
        prefetch={false}
        icon="play"
      >
        {labels.go}
      </ButtonLink>
    </section>
  );
}
