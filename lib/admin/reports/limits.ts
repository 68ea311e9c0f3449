/** From when on the health page and `doctor` warn. */
export const backupOldAfterMs = 2 * 24 * 3600_000;
export const mailStuckAfterMs = 15 * 60_000;
export const littleSpaceMebibytes = 1024;
