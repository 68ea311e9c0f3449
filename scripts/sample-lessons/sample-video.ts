/** One sentence of a video: what the captions say while one more part of the slide appears. */
export type Say = readonly [ar: string, en: string, de: string];

export interface Slide {
  title: string;
  /** Shown one after another, one a sentence after the title's own. */
  points?: readonly string[];
  code?: string;
  say: readonly Say[];
}

export interface Video {
  course: string;
  lesson: string;
  slides: readonly Slide[];
}

export interface Shot { slide: Slide; slideIndex: number; shown: number; seconds: number; say: Say }

/** Reading time of an Arabic sentence, unhurried: 15 letters a second and a breath. */
function secondsFor(say: Say): number {
  return Math.round(Math.max(2.8, say[0].length / 15 + 1) * 10) / 10;
}

export function shotsOf(video: Video): Shot[] {
  return video.slides.flatMap((slide, slideIndex) => slide.say.map((say, shown) => ({ slide, slideIndex, shown, say, seconds: secondsFor(say) })));
}

export const videoOf = (course: string) => (lesson: string, slides: readonly Slide[]): Video => ({ course, lesson, slides });
