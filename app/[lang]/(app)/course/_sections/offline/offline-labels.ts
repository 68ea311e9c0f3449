import type { OfflineQuality } from '../../../../_offline/store/database';

export const offlineLabelKeys = [
  'help', 'choose', 'quality_240p', 'quality_audio', 'megabytes', 'download', 'room', 'running', 'pause', 'resume', 'cancel', 'paused', 'complete', 'remove', 'all',
  'problem_network', 'problem_room', 'problem_closed', 'problem_unsupported', 'problem_failed', 'needs_scripts',
] as const;

export type OfflineLabels = Record<(typeof offlineLabelKeys)[number], string>;

export interface DownloadChoice { quality: OfflineQuality; bytes: number }
