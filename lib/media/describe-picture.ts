import 'server-only';
import { memoizeUntilInvalidated } from '@/lib/cache/memoize';
import { doNotStore } from '@/lib/cache/page-context';
import { db } from '@/lib/database/client';
import { inEachLanguage, type Localised } from '@/lib/language';
import { log } from '@/lib/log';

/** What a page needs to show a picture of the library. */
export interface PictureView { id: string; width: number; height: number; frames: number; focusX: number; focusY: number; placeholder: string | null; alt: Localised }

export const picturesTag = 'pictures';

export const altOf = (stored: unknown): Localised => {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Localised<unknown>>;
  return inEachLanguage((lang) => (typeof given[lang] === 'string' ? given[lang] : ''));
};

/** Null when there is none, or while the database does not answer: a page is shown without its smaller sizes then. */
export async function describePicture(id: string): Promise<PictureView | null> {
  try {
    return await memoizeUntilInvalidated(`picture ${id}`, [picturesTag], () => findReadyPicture(id));
  } catch (error) {
    log.warn({ err: error, picture: id }, 'A picture could not be looked up');
    doNotStore();
    return null;
  }
}

async function findReadyPicture(id: string): Promise<PictureView | null> {
  const row = await (await db()).picture.findFirst({
    where: { id, status: 'ready' },
    select: { id: true, width: true, height: true, frames: true, focusX: true, focusY: true, placeholder: true, alt: true },
  });
  return row && { ...row, alt: altOf(row.alt) };
}
