'use client';

import { defaultLanguage, type Language } from '@/lib/language';
import { escapeHtml } from '@/lib/text/escape-html';
import type { FormLabels } from '../form-labels';
import { PicturePicker, type LibraryPicture } from './picture-picker';

/** As articles have their pictures: without `srcset`, which is added when a page is shown. */
const pictureHtml = ({ address, alt, width, height }: LibraryPicture, lang: Language): string =>
  `<figure><img src="${address}" alt="${escapeHtml(alt[lang] ?? '')}" width="${width}" height="${height}"></figure>`;

interface InsertPictureProps { /** Of the text area, whose cursor says where. */ fieldId: string; value: string; lang: Language | undefined; labels: FormLabels; onWrite: (html: string) => void }

export function InsertPicture({ fieldId, value, lang = defaultLanguage, labels, onWrite }: InsertPictureProps) {
  const insert = (picture: LibraryPicture) => {
    const field = document.getElementById(fieldId);
    const at = field instanceof HTMLTextAreaElement && field.value === value ? field.selectionEnd : value.length;
    onWrite(`${value.slice(0, at)}\n${pictureHtml(picture, lang)}\n${value.slice(at)}`);
  };
  return <div><PicturePicker label={labels.picker.insert} labels={labels.picker} onChoose={insert} /></div>;
}
