/** The few things the player does to its video element. */

export function seekTo(video: HTMLVideoElement, seconds: number): void {
  video.currentTime = Math.max(0, Math.min(video.duration || seconds, seconds));
}

export function toggleMuted(video: HTMLVideoElement): void {
  video.muted = !video.muted;
}

/** The browser's controls, where ours are missing. */
export function giveBack(video: HTMLVideoElement): void {
  video.controls = true;
}

/** Our own controls take the place of the browser's once scripts run. */
export function takeOver(video: HTMLVideoElement, { speed, volume }: { speed: number; volume: number }): void {
  video.controls = false;
  video.defaultPlaybackRate = speed;
  video.playbackRate = speed;
  video.volume = volume;
}

/** Fired on a video that may play only when it is pressed again. */
export const playRefused = 'playrefused';

/** Plays; a browser that wants a press for it makes the stage show a button. */
export async function playVideo(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play();
  } catch (error) {
    // Anything else is a pause or another source meanwhile, or is shown as the stream's state.
    if (error instanceof Error && error.name === 'NotAllowedError') video.dispatchEvent(new Event(playRefused));
  }
}
