export function seekTo(video: HTMLVideoElement, seconds: number): void {
  video.currentTime = Math.max(0, Math.min(video.duration || seconds, seconds));
}

export function setMuted(video: HTMLVideoElement, isMuted: boolean): void {
  video.muted = isMuted;
}

export function restoreNativeControls(video: HTMLVideoElement): void {
  video.controls = true;
}

/** Moves the focus from the video to the stage: a video without its own controls cannot keep it, and keys would be lost. */
export function replaceNativeControls(
  video: HTMLVideoElement,
  { speed, volume }: { speed: number; volume: number },
): void {
  if (document.activeElement === video) video.parentElement?.focus({ preventScroll: true });
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
