import { langOf, type Language } from '@/lib/language';

export interface CourseProps {
  params: Promise<{ lang: string; name: string; video?: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** `section`: what is open under the player; `t`: the second at which the video begins. */
export interface CourseQuery { sent?: string; error?: string; section?: string; t?: number }

export interface CourseSegments { lang: Language; slug: string; video: string | null; query: CourseQuery }

/** Next leaves route parameters percent-encoded. What cannot be decoded names no course. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export async function segmentsOf({ params, searchParams }: CourseProps): Promise<CourseSegments> {
  const { name, video } = await params;
  const { t, ...texts } = await searchParams;
  const seconds = typeof t === 'string' && /^\d{1,5}$/.test(t) ? { t: Number(t) } : {};
  const given = (['sent', 'error', 'section'] as const).flatMap((name) => (typeof texts[name] === 'string' ? [[name, texts[name]]] : []));
  return {
    lang: await langOf(params),
    slug: decode(name),
    video: video === undefined ? null : decode(video),
    query: { ...(Object.fromEntries(given) as CourseQuery), ...seconds },
  };
}
