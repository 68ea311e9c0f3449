'use client';

import type { TextNode } from '@/lib/content/form/form-node';
import { Field } from '../../_ui/form/field';
import type { FormLabels } from '../form-labels';
import { PicturePicker } from './picture-picker';
import styles from './picture.module.css';

interface PictureControlProps {
  frame: { name: string; id: string; label: string; help?: string | undefined; required: boolean; error: string | undefined };
  node: TextNode;
  value: string;
  labels: FormLabels;
  onWrite: (address: string) => void;
}

/** The address of a picture: chosen from the library, or typed for one that came with the site. */
export function PictureControl({ frame, node, value, labels, onWrite }: PictureControlProps) {
  return (
    <div className={styles.control}>
      <Field {...frame} latin maxLength={node.maxLength} value={value} onChange={(event) => onWrite(event.target.value)} />
      <div className={styles.chosen}>
        {/^\/[^/]/.test(value) && <img src={value} alt="" width={96} height={72} />}
        <PicturePicker label={labels.picker.choose} labels={labels.picker} onChoose={({ address }) => address && onWrite(address)} />
      </div>
    </div>
  );
}
