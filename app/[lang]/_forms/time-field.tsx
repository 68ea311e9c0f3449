'use client';

import { useSyncExternalStore } from 'react';
import { Field } from '../_ui/form/field';
import { isoOfLocal, localOfIso } from './local-time';

interface TimeFieldProps { name: string; label: string; help: string; value: string | null; error: string | undefined; onChange: (iso: string | null) => void }

const nothingToWatch = () => () => undefined;

/** A day and an hour. The reader's time zone is known in the browser only. */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const hydrated = useSyncExternalStore(nothingToWatch, () => true, () => false);
  return <Field {...field} type="datetime-local" latin value={hydrated && value ? localOfIso(value) : ''} onChange={(event) => onChange(isoOfLocal(event.target.value) || null)} />;
}
