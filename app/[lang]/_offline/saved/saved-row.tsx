import { formatDay } from '@/lib/i18n/format-date';
import { fileSizeText } from '@/lib/i18n/number-texts';
import type { Language } from '@/lib/language';
import { Button } from '../../_ui/button';
import { isComplete } from '../store/database';
import type { SavedLabels } from './saved-labels';
import styles from './saved-lessons.module.css';
import type { Entry } from './use-saved-lessons';

interface Props { entry: Entry; lang: Language; labels: SavedLabels; isOpen: boolean; onOpen: () => void; onRemove: () => void }

export function SavedRow({ entry: { saved, details, standing }, lang, labels, isOpen, onOpen, onRemove }: Props) {
  const sizeOf = (bytes: number) => fileSizeText(bytes, lang, labels.units);
  const size = sizeOf(saved.bytes);
  const dayOf = (atMs: number) => formatDay(new Date(atMs), lang);
  const facts = [labels[`quality_${saved.quality}`], size, labels.saved_on.replace('{date}', dayOf(saved.savedAtMs)), labels.ends_on.replace('{date}', dayOf(saved.endsAtMs))];
  return (
    <li className={styles.row} data-lesson={saved.id}>
      <div className={styles.text}>
        <strong>{details.name}</strong>
        <span className={styles.soft}>{details.courseTitle}</span>
        <span className={styles.facts}>
          {facts.map((fact) => <span key={fact}>{fact}</span>)}
        </span>
        {standing === 'contact-needed' && <span className={styles.warning}>{labels.contact_needed}</span>}
        {!isComplete(saved) && <span className={styles.warning}>{labels.unfinished.replace('{saved}', sizeOf(saved.savedBytes)).replace('{total}', size)}</span>}
      </div>
      <div className={styles.actions}>
        {isComplete(saved)
          ? <Button size="small" icon="play" aria-disabled={isOpen} aria-label={`${isOpen ? labels.opened : labels.open}: ${details.name}`} onClick={onOpen}>{isOpen ? labels.opened : labels.open}</Button>
          : <a href={`/${lang}/course/${encodeURIComponent(saved.courseSlug)}/${encodeURIComponent(saved.lesson)}?section=offline#sections`}>{labels.lesson_page}</a>}
        <Button variant="secondary" size="small" icon="trash" aria-label={`${labels.remove}: ${details.name}`} onClick={onRemove}>{labels.remove}</Button>
      </div>
    </li>
  );
}
