import { lazy, useEffect, type ComponentType } from 'react';
import { giveBack } from '../video-element';
import type { ControlsProps } from './controls';

/** Also called ahead of need. */
export const fetchControls = (): Promise<{ default: ComponentType<ControlsProps> }> =>
  import('./controls').then(({ Controls }) => ({ default: Controls }), () => ({ default: NativeControls }));

/** Fetched with the first press: most who read a course's page never play, and there they would be a tenth of all scripts. */
export const LazyControls = lazy(fetchControls);

/** The browser's own, where ours can't be fetched. */
function NativeControls({ video }: ControlsProps) {
  useEffect(() => giveBack(video), [video]);
  return null;
}
