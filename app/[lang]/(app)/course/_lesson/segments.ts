import { langOf, type Language } from '@/lib/language';

export interface CourseProps {
  params: Promise<{ lang: string; name: string; video?: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** `section`: what is open under the player, or whose form was sent back with the `error`; with its `question` or `page`; `t`: the second at which the video begins. */
export interface CourseQuery { sent?: string; error?: string; section?: string; question?: string; t?: number; page?: number }

export interface CourseSegments { lang: Language; slug: string; video: string | null; query: CourseQuery }

/** Next leaves route parameters percent-encoded. What cannot be decoded names no course. */
export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export async function segmentsOf({ params, searchParams }: CourseProps): Promise<CourseSegments> {
  const { name, video } = await params;
  const { t, page, ...texts } = await searchParams;
  const numbers = Object.entries({ t, page }).flatMap(([name, value]) => (typeof value === 'string' && /^\d{1,5}$/.test(value) ? [[name, Number(value)]] : []));
  const given = (['sent', 'error', 'section', 'question'] as const).flatMap((name) => (typeof texts[name] === 'string' ? [[name, texts[name]]] : []));
  return {
    lang: await langOf(params),
    slug: decodeSegment(name),
    video: video === undefined ? null : decodeSegment(video),
    query: Object.fromEntries([...given, ...numbers]) as CourseQuery,
  };
}
