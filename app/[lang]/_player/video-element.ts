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
