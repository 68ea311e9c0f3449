import { Notice } from '../../../../_ui/feedback/notice';

interface Props { url: string | null; labels: { preview_blocked: string; preview_open: string } }

/** A link to press where the browser blocked the new tab. */
export function BlockedPreview({ url, labels }: Props) {
  return url && <Notice tone="notice" alert actions={<a href={url} target="_blank" rel="noopener noreferrer">{labels.preview_open}</a>}>{labels.preview_blocked}</Notice>;
}
