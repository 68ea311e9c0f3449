import type { Translate } from '@/lib/i18n/translator';
import type { IngestFault, VideoNotice } from './faults';

export const ingestFaultText = (t: Translate, fault: IngestFault): string => t(`admin.upload_error_${fault.replaceAll('-', '_')}`);

export const noticeText = (t: Translate, notice: VideoNotice): string => t(`admin.video_notice_${notice.replaceAll('-', '_')}`);
