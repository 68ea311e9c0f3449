import { Icon } from '@/components/ui/icon';
import { extensionOf } from '@/lib/content/attachment-types';
import { fileSizeText, type SizeUnits } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import styles from './attachment-list.module.css';

export interface AttachmentView {
  id: string;
  name: string;
  fileName: string;
  bytes: number;
  url: string;
}

interface Props {
  attachments: readonly AttachmentView[];
  lang: Language;
  units: SizeUnits;
  download: string;
  onPress?: (event: React.MouseEvent, attachment: AttachmentView) => void;
}

export function AttachmentList({ attachments, lang, units, download, onPress }: Props) {
  return (
    <ul className={styles.list}>
      {attachments.map((attachment) => {
        const { id, name, fileName, bytes, url } = attachment;
        return (
          <li key={id} className={styles.item}>
            <Icon name="file" size={22} />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.facts}>
              <bdi>{extensionOf(fileName).toUpperCase()}</bdi> · <bdi>{fileSizeText(bytes, lang, units)}</bdi>
            </span>
            <a
              className={styles.link}
              href={url}
              aria-label={`${download}: ${name}`}
              onClick={onPress && ((event) => onPress(event, attachment))}
            >
              <Icon name="download" size={18} />
              {download}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
