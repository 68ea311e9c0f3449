/** `closed`: the course was refunded meanwhile; `refund-requested`: until the decision only lessons opened before play. */
export type StreamState = 'idle' | 'loading' | 'ready' | 'waiting' | 'failed' | 'closed' | 'refund-requested';

/** What plays a lesson on its video element: from the network, or from what is stored on this device. */
export interface VideoStream {
  /**
   * Fetches what is needed to play from there, once; after a failure again, from the last place named.
   * @returns whether it can be played: not when that failed, or the stream was closed meanwhile
   */
  open(quality: string, atSeconds?: number): Promise<boolean>;
  setQuality(quality: string): void;
  /** After a failure. */
  resume(): void;
  /** Whether the lesson may still be watched; if not, playback ends. */
  isStillOpen(): Promise<boolean>;
  /** Ends playback at once, whatever is buffered. */
  end(): void;
  close(): void;
}
