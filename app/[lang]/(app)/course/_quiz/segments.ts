import { decodeSegment } from '../_lesson/segments';
import { langOf, type Language } from '@/lib/language';

export interface QuizProps {
  params: Promise<{ lang: string; name: string; quiz: string; attempt?: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

interface Segments { lang: Language; courseSlug: string; quizId: string; attemptId: string; saved: boolean; /** The end was asked for while questions are open. */ open: boolean; error: string | undefined }

export async function quizSegmentsOf({ params, searchParams }: QuizProps): Promise<Segments> {
  const { name, quiz, attempt = '' } = await params;
  const { saved, open, error } = await searchParams;
  return {
    lang: await langOf(params), courseSlug: decodeSegment(name), quizId: decodeSegment(quiz), attemptId: decodeSegment(attempt),
    saved: saved !== undefined, open: open !== undefined, error: typeof error === 'string' ? error : undefined,
  };
}
