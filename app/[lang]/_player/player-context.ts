import { createContext, useContext } from 'react';

/** What stands under a video may ask of it. */
export interface PlayerHandle {
  /** Null until it is on the page. */
  video: HTMLVideoElement | null;
  /** Where the video is, or would begin. */
  seconds(): number;
  /** Plays from there. */
  goTo(seconds: number): void;
  /** Pauses; what it returns plays on, when it was playing. */
  hold(): () => void;
  /** The service has refused a report. @param isCourseOver whether the course is no longer open to this learner: then playback ends */
  refused(isCourseOver: boolean): void;
}

export const PlayerContext = createContext<PlayerHandle | null>(null);

/** Null for a lesson without a video. */
export const usePlayer = (): PlayerHandle | null => useContext(PlayerContext);
