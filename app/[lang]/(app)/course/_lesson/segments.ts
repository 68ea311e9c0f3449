import { langOf, type Language } from '@/lib/language';

export interface CourseProps {
  params: Promise<{ lang: string; name: string; video?: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export interface CourseSegments { lang: Language; slug: string; video: string | null; query: { sent?: string; error?: string } }

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
  const { sent, error } = await searchParams;
  return {
    lang: await langOf(params),
    slug: decodeSegment(name),
    video: video === undefined ? null : decodeSegment(video),
    query: { ...(typeof sent === 'string' ? { sent } : {}), ...(typeof error === 'string' ? { error } : {}) },
  };
}
