import { messageKey } from '@/lib/i18n/message-key';
import type { Translate } from '@/lib/i18n/messages';

/** Reasons why a video cannot become a lesson. Each has a text `admin.upload_error_{key}` in every language. */
export const ingestFaults = [
  'no-ffmpeg',
  'ffmpeg-incomplete',
  'not-a-video',
  'no-picture',
  'video-incomplete',
  'video-undecodable',
  'video-too-long',
  'captions-wrong',
  'encoding-failed',
  'result-wrong',
  'media-read-only',
  'disk-full',
  'storage-unreachable',
  'ingest-failed',
] as const;
export type IngestFault = (typeof ingestFaults)[number];

/** Changes to a video, or hints to check it. Each has a text `admin.video_notice_{key}` in every language. */
export const videoNotices = [
  'recording-unfinished',
  'length-measured',
  'parts-damaged',
  'still-left-out',
  'picture-chosen',
  'sound-chosen',
  'no-sound',
  'sound-silent',
  'one-channel-used',
  'sound-shorter',
  'picture-shorter',
  'rate-changed',
  'deinterlaced',
  'pixels-squared',
  'colours-converted',
] as const;
export type VideoNotice = (typeof videoNotices)[number];

/** The message is for the log only, because it may quote ffmpeg's output. */
export class IngestError extends Error {
  constructor(
    readonly fault: IngestFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const byErrorCode: Readonly<Record<string, IngestFault>> = {
  EACCES: 'media-read-only',
  EROFS: 'media-read-only',
  EPERM: 'media-read-only',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
};

export function faultOf(error: unknown): IngestFault {
  if (error instanceof IngestError) return error.fault;
  return byErrorCode[(error as NodeJS.ErrnoException | null)?.code ?? ''] ?? 'ingest-failed';
}

/** True for faults of the machine: the same video may succeed later, so finished steps are kept. */
export const isWorthRetrying = (fault: IngestFault): boolean =>
  ![
    'not-a-video',
    'no-picture',
    'video-incomplete',
    'video-undecodable',
    'video-too-long',
    'captions-wrong',
    'result-wrong',
  ].includes(fault);

export const ingestFaultText = (t: Translate, fault: IngestFault): string =>
  t(`admin.upload_error_${messageKey(fault)}`);

export const noticeText = (t: Translate, notice: VideoNotice): string => t(`admin.video_notice_${messageKey(notice)}`);
