'use client';

import { useRouter } from 'next/navigation';
import { useState, type MouseEvent, type SyntheticEvent } from 'react';
import { directionOf, languages, type Localised } from '@/lib/language';
import { Button } from '../../../../_ui/button';
import { Field } from '../../../../_ui/form/field';
import { FieldRow, Form, FormActions } from '../../../../_ui/form/form';
import { TextArea } from '../../../../_ui/form/text-area';
import { Card } from '../../../../_ui/layout/card';
import type { SaveLabels } from '../../_parts/call/client-labels';
import { OutcomeNotice } from '../../_parts/call/outcome-notice';
import { numberOf } from '@/lib/digits';
import { useAdminCall, type Outcome } from '../../_parts/call/use-admin-call';
import styles from '../media.module.css';

interface Edited { id: string; src: string; width: number; height: number; alt: Localised; focusX: number; focusY: number; updatedAt: string }
type Labels = SaveLabels & { texts: string; alt: Localised; focus: string; focus_help: string; focus_x: string; focus_y: string };
export interface TypedPicture { alt: Localised; focusX: string; focusY: string }
interface Props { picture: Edited; /** Of a try without JavaScript. */ typed: TypedPicture | null; refused: Outcome | null; labels: Labels }

const share = (at: number, from: number, length: number): string => String(Math.min(100, Math.max(0, Math.round(((at - from) / length) * 100))));

/** Alternative texts and the point that stays visible. */
export function PictureForm({ picture, typed, refused, labels }: Props) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [alt, setAlt] = useState(typed?.alt ?? picture.alt);
  const [focus, setFocus] = useState({ x: typed?.focusX ?? String(picture.focusX), y: typed?.focusY ?? String(picture.focusY) });
  const [outcome, setOutcome] = useState(refused);
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const url = `/api/admin/pictures/${picture.id}`;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const result = await call({ method: 'POST', url, body: { alt, focusX: numberOf(focus.x), focusY: numberOf(focus.y), updatedAt: picture.updatedAt } });
    setOutcome(result);
    if (result.ok) router.replace(`${window.location.pathname}?saved=1`);
  };
  const point = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    setFocus({ x: share(clientX, box.left, box.width), y: share(clientY, box.top, box.height) });
  };
  return (
    <Card as="section">
      <Form method="post" action={url} onSubmit={(event) => void submit(event)} noValidate>
        <input type="hidden" name="updatedAt" value={picture.updatedAt} />
        {languages.map((lang) => (
          <TextArea
            key={lang} id={`alt-${lang}`} name={`alt.${lang}`} label={labels.alt[lang]} lang={lang} dir={directionOf(lang)} rows={2} required maxLength={300}
            value={alt[lang]} error={errors[`alt.${lang}`]} onChange={(event) => setAlt({ ...alt, [lang]: event.target.value })}
          />
        ))}
        <fieldset className={styles.focus}>
          <legend>{labels.focus}</legend>
          <p>{labels.focus_help}</p>
          {/* The fields below do the same by keyboard. */}
          <div className={styles.stage} onClick={point} aria-hidden="true">
            <img src={picture.src} alt="" width={picture.width} height={picture.height} />
            <span className={styles.point} style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
          </div>
          <FieldRow>
            <Field name="focusX" label={labels.focus_x} latin inputMode="numeric" value={focus.x} error={errors.focusX} onChange={(event) => setFocus({ ...focus, x: event.target.value })} />
            <Field name="focusY" label={labels.focus_y} latin inputMode="numeric" value={focus.y} error={errors.focusY} onChange={(event) => setFocus({ ...focus, y: event.target.value })} />
          </FieldRow>
        </fieldset>
        <OutcomeNotice outcome={outcome?.ok ? null : outcome} labels={labels} />
        <FormActions><Button type="submit" busy={busy}>{busy ? labels.saving : labels.save}</Button></FormActions>
      </Form>
    </Card>
  );
}
