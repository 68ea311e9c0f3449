import { Badge } from '../../../../_ui/text/badge';
import { CodeText } from '../../../../_ui/text/code-text';
import { Disclosure } from '../../../../_ui/layout/disclosure';
import type { QuestionsLabels, WireAnswer, WireQuestion } from './questions-labels';
import styles from './questions.module.css';
import { ActionForm, TextForm } from './text-form';
import { formatDay } from '@/lib/i18n/format-date';
import type { Language } from '@/lib/language';

interface MetaProps { written: WireQuestion | WireAnswer; labels: QuestionsLabels; lang: Language }

/** Who wrote it, and when. */
export function Meta({ written, labels, lang }: MetaProps) {
  return (
    <p className={styles.meta}>
      <bdi className={styles.author}>{written.author ?? labels.deleted}</bdi>
      {written.byTeam && <Badge>{labels.team}</Badge>}
      {written.own && <span>{labels.you}</span>}
      <time dateTime={written.createdAt}>{formatDay(new Date(written.createdAt), lang)}</time>
      {written.edited && <span>{labels.edited}</span>}
    </p>
  );
}

interface Props extends MetaProps { /** The text's own address, to which changes are sent. */ base: string; onChange: () => void; onRemove: () => void }

/** A question or an answer, with what its writer may do. */
export function WrittenText({ written, labels, lang, base, onChange, onRemove }: Props) {
  return (
    <>
      <Meta written={written} labels={labels} lang={lang} />
      <p className={styles.text} dir="auto"><CodeText>{written.text || labels.deleted}</CodeText></p>
      {written.hiddenWhy !== null && <p className={styles.soft}>{labels.hidden} <bdi>{written.hiddenWhy}</bdi></p>}
      {written.own && (
        <Disclosure key={written.text} summary={labels.edit}>
          {written.hiddenWhy === null && <TextForm id={`edit-${written.id}`} action={`${base}/change`} label={labels.edit} submit={labels.save} labels={labels} typed={written.text} onDone={onChange} />}
          <ActionForm action={`${base}/remove`} label={labels.remove} labels={labels} onDone={onRemove} />
        </Disclosure>
      )}
    </>
  );
}
