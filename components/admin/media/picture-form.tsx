'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type MouseEvent, type SyntheticEvent, useState } from 'react';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { type Outcome, outcomeErrorText, useAdminCall } from '@/components/admin/call/use-admin-call';
import type { FieldNames } from '@/components/admin/content/difference-list';
import { DraftNotices } from '@/components/admin/documents/draft-notices';
import { mapAnswer, type SavedVersion, useDraft } from '@/components/admin/documents/use-draft';
import { Field, TextArea } from '@/components/form/field';
import { FieldRow, Form, FormActions } from '@/components/form/form';
import { labelOf } from '@/components/form/form-labels';
import { Card } from '@/components/layout/card';
import { Disclosure } from '@/components/layout/disclosure';
import { callJson } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/feedback/notice';
import { directionOf, type Language, languages, type Localised } from '@/lib/language';
import { typedNumber } from '@/lib/numbers';
import styles from './media.module.css';

interface EditablePicture {
  id: string;
  src: string;
  width: number;
  height: number;
  alt: Localised;
  focusX: number;
  focusY: number;
  updatedAt: string;
}
// A type alias, because an interface is not assignable to `JsonValue`.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type PictureFields = { alt: Localised; focusX: string; focusY: string };

interface PictureFormProps {
  lang: Language;
  userId: string;
  picture: EditablePicture;
  typed: PictureFields | null;
  initialOutcome: Outcome | null;
  names: FieldNames;
}

const shareText = (at: number, from: number, length: number): string =>
  String(Math.min(100, Math.max(0, Math.round(((at - from) / length) * 100))));

const storedPicture = ({
  alt,
  focusX,
  focusY,
  updatedAt,
}: Pick<EditablePicture, 'alt' | 'focusX' | 'focusY' | 'updatedAt'>): SavedVersion<PictureFields> => ({
  version: updatedAt,
  value: { alt, focusX: String(focusX), focusY: String(focusY) },
});

export function PictureForm({
  lang: pageLang,
  userId,
  picture,
  typed: earlier,
  initialOutcome,
  names,
}: PictureFormProps) {
  const t = useTranslations('admin');
  const router = useRouter();
  const url = `/api/admin/pictures/${picture.id}`;
  const { call, busy } = useAdminCall();
  const draft = useDraft<PictureFields>({
    key: `picture:${userId}:${picture.id}`,
    initial: storedPicture(picture),
    refused: earlier && initialOutcome && { value: earlier, outcome: initialOutcome },
    async save(fields, updatedAt) {
      const body = {
        alt: fields.alt,
        focusX: typedNumber(fields.focusX, pageLang, 'percent'),
        focusY: typedNumber(fields.focusY, pageLang, 'percent'),
        updatedAt,
      };
      return mapAnswer(await call<EditablePicture>({ method: 'POST', url, body }), storedPicture);
    },
    load: async () => mapAnswer(await callJson<EditablePicture>({ method: 'GET', url }), storedPicture),
  });
  const { value: typed, outcome, theirs, errors } = draft;
  const { alt, focusX, focusY } = typed;
  const change = (more: Partial<PictureFields>) => draft.change({ ...typed, ...more });
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (await draft.save()) router.replace(`${window.location.pathname}?saved=1`);
  };
  const setFocus = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    change({ focusX: shareText(clientX, box.left, box.width), focusY: shareText(clientY, box.top, box.height) });
  };
  return (
    <Card as="section">
      <DraftNotices draft={draft} names={names} />
      <Form data-draft method="post" action={url} onSubmit={(event) => void submit(event)} noValidate>
        <input type="hidden" name="updatedAt" value={picture.updatedAt} />
        {languages.map((lang) => (
          <TextArea
            key={lang}
            id={`alt-${lang}`}
            name={`alt.${lang}`}
            label={t('picture_alt_in', { language: labelOf(lang, names) })}
            lang={lang}
            dir={directionOf(lang)}
            rows={2}
            required
            maxLength={300}
            value={alt[lang]}
            error={errors[`alt.${lang}`]}
            onChange={(event) => change({ alt: { ...alt, [lang]: event.target.value } })}
          />
        ))}
        <fieldset className={styles.focus}>
          <legend>{t('picture_focus')}</legend>
          <p>{t('picture_focus_help')}</p>
          {/* Hidden from screen readers: the fields below do the same by keyboard. */}
          <div className={styles.stage} onClick={setFocus} aria-hidden="true">
            <img src={picture.src} alt="" width={picture.width} height={picture.height} />
            <span className={styles.point} style={{ left: `${focusX}%`, top: `${focusY}%` }} />
          </div>
          <FieldRow>
            <Field
              name="focusX"
              label={t('picture_focus_x')}
              latin
              inputMode="numeric"
              value={focusX}
              error={errors.focusX}
              onChange={(event) => change({ focusX: event.target.value })}
            />
            <Field
              name="focusY"
              label={t('picture_focus_y')}
              latin
              inputMode="numeric"
              value={focusY}
              error={errors.focusY}
              onChange={(event) => change({ focusY: event.target.value })}
            />
          </FieldRow>
        </fieldset>
        {!theirs && <OutcomeNotice outcome={outcome?.ok ? null : outcome} />}
        <FormActions>
          <Button type="submit" busy={busy}>
            {busy ? t('saving') : t('save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}

interface RemovePictureProps {
  id: string;
  folder: string;
}

export function RemovePicture({ id, folder }: RemovePictureProps) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [error, setError] = useState<string | null>(null);
  const url = `/api/admin/pictures/${id}/remove`;
  const remove = async (event: SyntheticEvent) => {
    event.preventDefault();
    const outcome = await call({ method: 'POST', url });
    if (outcome.ok) return router.replace(folder);
    setError(outcomeErrorText(outcome, { failed: t('failed_call'), unreachable: t('unreachable_call') }));
  };
  return (
    <Disclosure summary={t('picture_remove')}>
      <p>{t('picture_remove_sure')}</p>
      <form method="post" action={url} onSubmit={(event) => void remove(event)}>
        <ErrorNotice>{error}</ErrorNotice>
        <Button type="submit" variant="danger" size="small" icon="trash" busy={busy}>
          {t('picture_remove')}
        </Button>
      </form>
    </Disclosure>
  );
}
