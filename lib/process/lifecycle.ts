/**
 * What the HTTP server and the application know of this process. They are bundled apart, so a module would exist
 * twice; a global exists once.
 */

export const minFreeMebibytes = 256;

export type StopTask = () => void | Promise<void>;

interface Lifecycle {
  /** migrations are applied and jobs run: requests may come */
  ready: boolean;
  /** a graceful stop has begun: `/readyz` says 503, requests are still answered (R18) */
  stopping: boolean;
  /** fewer than `minFreeMebibytes` are free in `DATA_DIR`: writing requests are refused (R12) */
  storageLow: boolean;
  readonly stopTasks: StopTask[];
  readonly readyTasks: (() => void)[];
}

declare global {
  var siteLifecycle: Lifecycle | undefined;
}

export const lifecycle: Lifecycle = (globalThis.siteLifecycle ??= { ready: false, stopping: false, storageLow: false, stopTasks: [], readyTasks: [] });

/** Runs at a graceful stop, after the last request was answered; the last registered runs first. */
export function onStop(task: StopTask): void {
  lifecycle.stopTasks.push(task);
}

export function onReady(task: () => void): void {
  lifecycle.readyTasks.push(task);
}

export function markReady(): void {
  if (lifecycle.ready) return;
  lifecycle.ready = true;
  for (const task of lifecycle.readyTasks) task();
}
