export function seekTo(video: HTMLVideoElement, seconds: number): void {
  video.currentTime = Math.max(0, Math.min(video.duration || seconds, seconds));
}

export function toggleMuted(video: HTMLVideoElement): void {
  video.muted = !video.muted;
}

export function restoreNativeControls(video: HTMLVideoElement): void {
  video.controls = true;
}

export function replaceNativeControls(
  video: HTMLVideoElement,
  { speed, volume }: { speed: number; volume: number },
): void {
  video.controls = false;
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;
  video.volume = volume;
}

export const playRefused = 'playrefused';

export async function playVideo(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play();
  } catch (error) {
    // Ignore other errors: a pause or a new source causes them, or the stream's state shows them.
    if (error instanceof Error && error.name === 'NotAllowedError') video.dispatchEvent(new Event(playRefused));
  }
}
