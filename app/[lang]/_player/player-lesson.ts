import type { PlayerLesson } from './player-data';
import { fileSizeText } from '@/lib/i18n/number-texts';
import { sizeUnits } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import type { LessonView } from '@/lib/video/playback/describe-video';

/** On the server: the browser gets the sizes as words, and no code for them. */
export async function playerLesson(view: LessonView, lang: Language): Promise<PlayerLesson> {
  const units = await sizeUnits(lang);
  return { ...view, renditions: view.renditions.map(({ name, height, bytes }) => ({ name, height, size: fileSizeText(bytes, lang, units) })) };
}
