'use client';

import { useRouter } from 'next/navigation';
import type { MouseEvent, SyntheticEvent } from 'react';
import { directionOf, languages, type Language, type Localised } from '@/lib/language';
import { typedNumber } from '@/lib/numbers';
import { Button } from '../../../../_ui/button';
import { Field } from '../../../../_ui/form/field';
import { FieldRow, Form, FormActions } from '../../../../_ui/form/form';
import { TextArea } from '../../../../_ui/form/text-area';
import { Card } from '../../../../_ui/layout/card';
import type { SaveLabels } from '../../_parts/call/client-labels';
import { OutcomeNotice } from '../../_parts/call/outcome-notice';
import type { Outcome } from '../../_parts/call/use-admin-call';
import type { Stored } from '../../_parts/conflict/use-conflict';
import { useVersionedForm } from '../../_parts/conflict/use-versioned-form';
import { ContentConflict, type ConflictLabels } from '../../_parts/content/content-conflict';
import styles from '../media.module.css';

interface Edited { id: string; src: string; width: number; height: number; alt: Localised; focusX: number; focusY: number; updatedAt: string }
type Labels = SaveLabels & { texts: string; alt: Localised; focus: string; focus_help: string; focus_x: string; focus_y: string };
// A type, since values are compared as JSON.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type TypedPicture = { alt: Localised; focusX: string; focusY: string };

interface Props { lang: Language; picture: Edited; /** Of a try without JavaScript. */ typed: TypedPicture | null; refused: Outcome | null; labels: Labels; conflict: ConflictLabels }

const share = (at: number, from: number, length: number): string => String(Math.min(100, Math.max(0, Math.round(((at - from) / length) * 100))));

const storedOf = ({ alt, focusX, focusY, updatedAt }: Pick<Edited, 'alt' | 'focusX' | 'focusY' | 'updatedAt'>): Stored<TypedPicture> =>
  ({ version: updatedAt, value: { alt, focusX: String(focusX), focusY: String(focusY) } });

/** Alternative texts and the point that stays visible. */
export function PictureForm({ lang: pageLang, picture, typed: earlier, refused, labels, conflict }: Props) {
  const router = useRouter();
  const url = `/api/admin/pictures/${picture.id}`;
  const { typed, setTyped, base, outcome, theirs, send, goOn, busy } = useVersionedForm({ first: storedOf(picture), url, read: storedOf, refused: earlier && refused && { typed: earlier, outcome: refused } });
  const { alt, focusX, focusY } = typed;
  const change = (more: Partial<TypedPicture>) => setTyped({ ...typed, ...more });
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const result = await send({ method: 'POST', url, body: { alt, focusX: typedNumber(focusX, pageLang, 'percent'), focusY: typedNumber(focusY, pageLang, 'percent'), updatedAt: base.version } });
    if (result.ok) router.replace(`${window.location.pathname}?saved=1`);
  };
  const point = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    change({ focusX: share(clientX, box.left, box.width), focusY: share(clientY, box.top, box.height) });
  };
  return (
    <Card as="section">
      {theirs && <ContentConflict base={base.value} mine={typed} theirs={theirs.value} labels={conflict} onGoOn={(values) => goOn(values as TypedPicture)} onTakeTheirs={() => goOn(theirs.value)} />}
      <Form method="post" action={url} onSubmit={(event) => void submit(event)} noValidate>
        <input type="hidden" name="updatedAt" value={picture.updatedAt} />
        {languages.map((lang) => (
          <TextArea
            key={lang} id={`alt-${lang}`} name={`alt.${lang}`} label={labels.alt[lang]} lang={lang} dir={directionOf(lang)} rows={2} required maxLength={300}
            value={alt[lang]} error={errors[`alt.${lang}`]} onChange={(event) => change({ alt: { ...alt, [lang]: event.target.value } })}
          />
        ))}
        <fieldset className={styles.focus}>
          <legend>{labels.focus}</legend>
          <p>{labels.focus_help}</p>
          {/* The fields below do the same by keyboard. */}
          <div className={styles.stage} onClick={point} aria-hidden="true">
            <img src={picture.src} alt="" width={picture.width} height={picture.height} />
            <span className={styles.point} style={{ left: `${focusX}%`, top: `${focusY}%` }} />
          </div>
          <FieldRow>
            <Field name="focusX" label={labels.focus_x} latin inputMode="numeric" value={focusX} error={errors.focusX} onChange={(event) => change({ focusX: event.target.value })} />
            <Field name="focusY" label={labels.focus_y} latin inputMode="numeric" value={focusY} error={errors.focusY} onChange={(event) => change({ focusY: event.target.value })} />
          </FieldRow>
        </fieldset>
        {!theirs && <OutcomeNotice outcome={outcome?.ok ? null : outcome} labels={labels} />}
        <FormActions><Button type="submit" busy={busy}>{busy ? labels.saving : labels.save}</Button></FormActions>
      </Form>
    </Card>
  );
}
