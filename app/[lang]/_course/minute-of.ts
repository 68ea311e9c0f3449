/** `3:07`: a place in a lesson as people say it. */
export const minuteOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
