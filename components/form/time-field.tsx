'use client';

import { useHydrated } from '@/components/ui/use-hydrated';
import { cairoTimeOf, readTime } from '@/lib/clock';
import { Field } from './field';

interface TimeFieldProps {
  id?: string;
  name: string;
  label: string;
  help?: string | undefined;
  required?: boolean;
  /** ISO 8601, or Cairo local time as the field returns it. */
  value: string | null;
  error: string | undefined;
  /** Cairo local time, `2026-11-21T10:00`. The server converts it: an old browser may have outdated time zone data. */
  onChange: (cairoTime: string | null) => void;
}

/** The field is empty until hydration, because the browser's time zone data may differ from the server's. */
export function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const hydrated = useHydrated();
  return (
    <Field
      {...field}
      type="datetime-local"
      latin
      value={hydrated ? localTimeOf(value ?? '') : ''}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

const zone = /(Z|[+-]\d{2}:\d{2})$/;

/** Returns local time as it was typed: browsers report years such as 0002 before the year is complete. */
const localTimeOf = (value: string): string => {
  const time = zone.test(value) ? readTime(value) : null;
  return time ? cairoTimeOf(time) : value;
};
