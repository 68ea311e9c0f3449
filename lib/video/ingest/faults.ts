/** Why no lesson was made from a video; each has a text in every language, `admin.upload_error_{key}`. */
export const ingestFaults = [
  'no-ffmpeg', 'ffmpeg-incomplete', 'not-a-video', 'no-picture', 'video-incomplete', 'video-undecodable', 'captions-wrong',
  'encoding-failed', 'result-wrong', 'media-read-only', 'disk-full', 'storage-unreachable', 'ingest-failed',
] as const;
export type IngestFault = (typeof ingestFaults)[number];

/** What was changed in a video, or is worth a look before learners see it; each has a text in every language, `admin.video_notice_{key}`. */
export const videoNotices = [
  'recording-unfinished', 'length-measured', 'parts-damaged', 'still-left-out', 'picture-chosen', 'sound-chosen', 'no-sound', 'sound-silent', 'one-channel-used',
  'sound-shorter', 'picture-shorter', 'rate-changed', 'deinterlaced', 'pixels-squared', 'colours-converted',
] as const;
export type VideoNotice = (typeof videoNotices)[number];

/** A video of which no lesson can be made, or not here. The message is for the log: it may quote a tool. */
export class IngestError extends Error {
  constructor(readonly fault: IngestFault, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

const byErrorCode: Readonly<Record<string, IngestFault>> = { EACCES: 'media-read-only', EROFS: 'media-read-only', EPERM: 'media-read-only', ENOSPC: 'disk-full', EDQUOT: 'disk-full' };

export function faultOf(error: unknown): IngestFault {
  if (error instanceof IngestError) return error.fault;
  return byErrorCode[(error as NodeJS.ErrnoException | null)?.code ?? ''] ?? 'ingest-failed';
}

/** Faults of the machine, after which the same video may do: what is encoded already is kept for the next attempt. */
export const isWorthRetrying = (fault: IngestFault): boolean =>
  !['not-a-video', 'no-picture', 'video-incomplete', 'video-undecodable', 'captions-wrong', 'result-wrong'].includes(fault);
