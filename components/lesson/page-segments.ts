import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { readSavedFormOfPage, textFieldsOf } from '@/lib/api/form-posts';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findLesson } from '@/lib/courses/catalogue/course';
import { messageKey } from '@/lib/i18n/message-key';
import { type Language, readLang } from '@/lib/language';
import { pageNumber } from '@/lib/schemas';

export interface CourseProps {
  params: Promise<{ lang: string; name: string; video?: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** `section` is the open section under the player, `error` means that its form was refused, `t` is in seconds. */
export interface CourseQuery {
  sent?: string;
  error?: string;
  section?: string;
  question?: string;
  t?: number;
  page?: number;
}

export interface CourseSegments {
  lang: Language;
  slug: string;
  video: string | null;
  query: CourseQuery;
}

/** Decodes a route parameter, which Next leaves percent-encoded. A malformed one stays and matches no course. */
function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export async function readCourseSegments({ params, searchParams }: CourseProps): Promise<CourseSegments> {
  const { name, video } = await params;
  const { t, page, ...texts } = await searchParams;
  const textEntries = (['sent', 'error', 'section', 'question'] as const).flatMap((name) =>
    typeof texts[name] === 'string' ? [[name, texts[name]]] : [],
  );
  return {
    lang: await readLang(params),
    slug: decodeSegment(name),
    video: video === undefined ? null : decodeSegment(video),
    query: {
      ...(Object.fromEntries(textEntries) as Pick<CourseQuery, 'sent' | 'error' | 'section' | 'question'>),
      ...(typeof t === 'string' && /^\d{1,5}$/.test(t) ? { t: Number(t) } : {}),
      page: pageNumber.catch(1).parse(page),
    },
  };
}

export async function createCourseMetadata({ lang, slug, video }: CourseSegments): Promise<Metadata> {
  const robots = { index: false, follow: false };
  const course = await findCourse(slug, lang).catch(() => null);
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  if (!course?.published) return { title: t('course'), robots };
  const lesson = video ? (findLesson(course, video)?.name ?? (video === 'feedback' ? t('feedback') : null)) : null;
  return { title: lesson ? `${lesson} · ${course.title}` : course.title, robots };
}

export async function readFormError(
  key: string | undefined,
  lang: Language,
): Promise<{ text: string; typed: Partial<Record<string, string>> } | null> {
  if (!key) return null;
  const { fields, errors } = await readSavedFormOfPage();
  const t = await getTranslations({ locale: lang, namespace: 'problems' });
  const textKey = /^[a-z-]{1,40}$/.test(key) && t.has(messageKey(key)) ? messageKey(key) : 'internal';
  return { text: Object.values(errors)[0]?.[0] ?? t(textKey), typed: textFieldsOf(fields) };
}

export interface QuizProps {
  params: Promise<{ lang: string; name: string; quiz: string; attempt?: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

interface QuizSegments {
  lang: Language;
  courseSlug: string;
  quizId: string;
  attemptId: string;
  isSaved: boolean;
  isOpen: boolean;
  error: string | undefined;
}

export async function readQuizSegments({ params, searchParams }: QuizProps): Promise<QuizSegments> {
  const { name, quiz, attempt = '' } = await params;
  const { saved, open, error } = await searchParams;
  return {
    lang: await readLang(params),
    courseSlug: decodeSegment(name),
    quizId: decodeSegment(quiz),
    attemptId: decodeSegment(attempt),
    isSaved: saved !== undefined,
    isOpen: open !== undefined,
    error: typeof error === 'string' ? error : undefined,
  };
}
