import type { SizeUnits } from '@/lib/i18n/number-texts';
import type { ShownAttachment } from '../../../../_course/attachment-list';

export const attachmentLabelKeys = ['loading', 'failed', 'unreachable', 'empty', 'download'] as const;

export type AttachmentsLabels = Record<(typeof attachmentLabelKeys)[number], string> & { units: SizeUnits };

/** What the server has read for a page that opens with its files. */
export interface AttachmentsInitial { attachments: ShownAttachment[] }
