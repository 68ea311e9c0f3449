import type { SizeUnits } from '@/lib/i18n/number-texts';
import type { OfflineQuality } from '../../../../_offline/store/database';

export const offlineLabelKeys = [
  'help', 'choose', 'quality_240p', 'quality_audio', 'download', 'room', 'running', 'pause', 'resume', 'cancel', 'paused', 'complete', 'remove', 'all',
  'problem_network', 'problem_room', 'problem_closed', 'problem_unsupported', 'problem_storage', 'problem_failed', 'needs_scripts',
] as const;

export type OfflineLabels = Record<(typeof offlineLabelKeys)[number], string> & { units: SizeUnits };

export interface DownloadChoice { quality: OfflineQuality; bytes: number }
