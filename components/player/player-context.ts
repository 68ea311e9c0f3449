import { createContext, useContext } from 'react';

export interface PlayerHandle {
  video: HTMLVideoElement | null;
  seconds(): number;
  goTo(seconds: number): void;
  /** Pauses the video. Returns a function that resumes it if it was playing. */
  hold(): () => void;
  /** Handles a refused progress report. @param isCourseOver the learner has lost access, so playback ends */
  handleRefusedReport(isCourseOver: boolean): void;
}

export const PlayerContext = createContext<PlayerHandle | null>(null);

/** Returns null if the lesson has no video. */
export const usePlayer = (): PlayerHandle | null => useContext(PlayerContext);
