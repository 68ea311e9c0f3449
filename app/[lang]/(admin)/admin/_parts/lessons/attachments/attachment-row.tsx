'use client';

import { useState } from 'react';
import type { AdminAttachment } from '@/lib/admin/courses/lesson-attachments';
import { fileSizeText } from '@/lib/i18n/number-texts';
import { languages, type Language, type Localised } from '@/lib/language';
import { Button } from '../../../../../_ui/button';
import { Field } from '../../../../../_ui/form/field';
import { FieldRow } from '../../../../../_ui/form/form';
import { Badge } from '../../../../../_ui/text/badge';
import { ConfirmButton } from '../../call/confirm-button';
import styles from '../lesson-uploads.module.css';
import type { AttachmentLabels } from './attachment-labels';

interface Props { attachment: AdminAttachment; lesson: string; lang: Language; busy: boolean; labels: AttachmentLabels; onRename: (name: Localised) => void; onRemoved: () => void }

export function AttachmentRow({ attachment, lesson, lang, busy, labels, onRename, onRemoved }: Props) {
  const { id, fileName, bytes, fromFiles } = attachment;
  const [name, setName] = useState(attachment.name);
  return (
    <li className={styles.row}>
      <p className={styles.head}>
        <strong><bdi>{attachment.name[lang]}</bdi></strong>
        {fromFiles && <Badge tone="neutral">{labels.from_files}</Badge>}
        {bytes === null && <Badge tone="danger">{labels.missing}</Badge>}
      </p>
      <p className={styles.says}><bdi>{lesson}</bdi> <bdi>{fileName}</bdi> {bytes !== null && <bdi>{fileSizeText(bytes, lang, labels.units)}</bdi>}</p>
      {!fromFiles && (
        <>
          <details>
            <summary>{labels.rename}</summary>
            <FieldRow>
              {languages.map((each) => (
                <Field key={each} id={`${id}-${each}`} name={`${id}-${each}`} label={labels.names[each]} lang={each} dir="auto" value={name[each]} onChange={(event) => setName({ ...name, [each]: event.target.value })} />
              ))}
            </FieldRow>
            <Button size="small" variant="secondary" busy={busy} onClick={() => onRename(name)}>{labels.save_names}</Button>
          </details>
          <div className={styles.actions}>
            <ConfirmButton
              size="small" variant="quiet" icon="trash" label={labels.remove} title={`${labels.remove}: ${attachment.name[lang]}`} question={labels.remove_sure} danger
              request={{ method: 'DELETE', url: `/api/admin/attachments/${id}` }} onDone={onRemoved} labels={labels.confirm}
            />
          </div>
        </>
      )}
    </li>
  );
}
