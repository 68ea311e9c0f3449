import { getTranslations } from 'next-intl/server';
import { offlineLabelKeys, type DownloadChoice, type OfflineLabels } from './offline-labels';
import { sizeUnits } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import type { VideoView } from '@/lib/video/playback/describe-video';
import { offlineQualities } from '@/lib/video/playback/offline-lesson';

/** The browser fills in the numbers. */
const numbers = { saved: '{saved}', total: '{total}', size: '{size}', room: '{room}', quality: '{quality}' };

export async function offlineLabels(lang: Language): Promise<OfflineLabels> {
  const t = await getTranslations({ locale: lang, namespace: 'offline' });
  return { ...(Object.fromEntries(offlineLabelKeys.map((key) => [key, t(key, numbers)])) as Record<(typeof offlineLabelKeys)[number], string>), units: await sizeUnits(lang) };
}

/** The qualities of a video that a device may store, with the sizes of their files. */
export const downloadChoices = (video: Pick<VideoView, 'renditions'> | null): DownloadChoice[] =>
  offlineQualities.flatMap((quality) => {
    const rendition = video?.renditions.find(({ name }) => name === quality);
    return rendition ? [{ quality, bytes: rendition.bytes }] : [];
  });
