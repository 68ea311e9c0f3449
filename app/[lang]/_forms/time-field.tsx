'use client';

import { useSyncExternalStore } from 'react';
import { cairoTimeOf, readTime } from '@/lib/clock';
import { Field } from '../_ui/form/field';

interface TimeFieldProps {
  id?: string;
  name: string;
  label: string;
  help?: string | undefined;
  required?: boolean;
  /** An ISO time, or a day and hour of Cairo as the field gives it. */
  value: string | null;
  error: string | undefined;
  /** A day and hour of Cairo, `2026-11-21T10:00`: the server knows when Cairo changes its clock, an old browser may not. */
  onChange: (cairoTime: string | null) => void;
}

const nothingToWatch = () => () => undefined;

/** A day and an hour of Cairo, wherever the browser is. Empty until React runs: the browser's time-zone data may differ from the server's. */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const hydrated = useSyncExternalStore(nothingToWatch, () => true, () => false);
  const time = readTime(value ?? '');
  return <Field {...field} type="datetime-local" latin value={time && hydrated ? cairoTimeOf(time) : ''} onChange={(event) => onChange(event.target.value || null)} />;
}
