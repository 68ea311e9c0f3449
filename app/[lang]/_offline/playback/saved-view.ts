import { parseVtt } from '@/lib/video/captions/vtt';
import { ProgressQueue } from '../../_player/progress/progress-queue';
import type { PlayerLesson } from '../../_player/player-data';
import type { Owner, SavedLesson } from '../store/database';
import type { LessonDetails } from '../store/lessons';
import { SavedStream } from './saved-stream';

const nearEndSeconds = 5;

/** Where this device is ahead of what the service last said. */
function placeOf({ userId }: Owner, { courseSlug, lesson, positionSeconds }: SavedLesson, durationSeconds: number): number {
  const queued = new ProgressQueue(`progress:${userId}:${courseSlug}`).read()[lesson]?.positionSeconds ?? positionSeconds;
  return queued < 2 || queued >= durationSeconds - nearEndSeconds ? 0 : queued;
}

export type SavedView = PlayerLesson & { userId: string };

/** A lesson of this device as the player shows it. The addresses of its captions live as long as the page. */
export function savedView(owner: Owner, saved: SavedLesson, details: LessonDetails): SavedView {
  const captions = details.captions.map(({ lang, label, vtt }) => ({ lang, label, url: URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' })), cues: parseVtt(vtt) ?? [] }));
  return {
    userId: owner.userId, courseSlug: saved.courseSlug, courseTitle: details.courseTitle, file: saved.lesson, name: details.name, watermark: details.watermark,
    durationSeconds: details.durationSeconds, resumeSeconds: placeOf(owner, saved, details.durationSeconds), captions,
    sources: [], poster: null, thumbnails: null, renditions: [], playlistUrl: '', madeAt: null,
    spokenLanguage: details.spokenLanguage ?? null,
    saved: { quality: saved.quality, open: (video, report) => new SavedStream(video, owner, saved, details, report) },
  };
}
