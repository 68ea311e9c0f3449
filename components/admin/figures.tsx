import Link from 'next/link';
import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import { type Language, traitsOf } from '@/lib/language';
import styles from './figures.module.css';

interface Day {
  day: string;
  value: number;
  label: string;
}
interface DayChartProps {
  lang: Language;
  title: string;
  total: React.ReactNode;
  asTable: string;
  days: Day[];
  columns: [string, string];
  tick: (value: number) => string;
}

const slot = 10;
const bar = 7;
const height = 100;

/** `2026-11-22` becomes `22.11.` in German and `22-11` elsewhere. */
const shortDayIn =
  (lang: Language) =>
  (day: string): string => {
    const [, month = '', date = ''] = day.split('-');
    const { dateSeparator } = traitsOf(lang);
    return [date, month].join(dateSeparator) + (dateSeparator === '.' ? '.' : '');
  };

export function computeTicks(highest: number): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough && Number.isInteger(each)) ?? 1;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

export function DayChart({ lang, title, total, asTable, days, columns, tick }: DayChartProps) {
  const shortDay = shortDayIn(lang);
  const highest = Math.max(...days.map(({ value }) => value));
  const ticks = computeTicks(highest);
  const most = ticks.at(-1) ?? 1;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{title}</span>
        <span className={styles.total}>{total}</span>
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        <div className={styles.scale}>
          {ticks.toReversed().map((value) => (
            <bdi key={value}>{value > 0 && highest === 0 ? '' : tick(value)}</bdi>
          ))}
        </div>
        <svg className={styles.drawing} viewBox={`0 0 ${days.length * slot} ${height}`} preserveAspectRatio="none">
          {ticks.map((value) => (
            <line
              key={value}
              className={styles.line}
              x1={0}
              x2={days.length * slot}
              y1={height - (value / most) * height}
              y2={height - (value / most) * height}
            />
          ))}
          {days.map(({ day, value, label }, index) => (
            <g key={day} className={styles.day}>
              <title>{`${shortDay(day)}: ${label}`}</title>
              <rect className={styles.hit} x={index * slot} y={0} width={slot} height={height} />
              <rect
                className={styles.bar}
                x={index * slot + (slot - bar) / 2}
                y={height - (value / most) * height}
                width={bar}
                height={(value / most) * height}
              />
            </g>
          ))}
        </svg>
        <div className={styles.dates}>
          {[0, Math.floor(days.length / 3), Math.floor((2 * days.length) / 3), days.length - 1].map((index) => (
            <bdi key={index}>{shortDay(days[index]?.day ?? '')}</bdi>
          ))}
        </div>
      </div>
      <details className={styles.numbers}>
        <summary>{asTable}</summary>
        <table>
          <caption>
            <VisuallyHidden>{title}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ value }) => value > 0)
              .map(({ day, label }) => (
                <tr key={day}>
                  <td>
                    <bdi>{shortDay(day)}</bdi>
                  </td>
                  <td>
                    <bdi>{label}</bdi>
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

export interface FigureItem {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  href?: string;
  tone?: 'calm' | 'waiting';
  trend?: { share: string; isUp: boolean; than: string } | null;
}

export function FigureRow({ figures }: { figures: FigureItem[] }) {
  return (
    <dl className={styles.row}>
      {figures.map(({ label, value, note, href, tone = 'calm', trend }) => (
        <div
          key={label}
          className={classNames(styles.figure, tone === 'waiting' && styles.waiting, href && styles.linked)}
        >
          <dt>
            {href ? (
              <Link href={href} prefetch={false}>
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd className={styles.value}>{value}</dd>
          {trend && (
            <dd className={classNames(styles.note, trend.isUp ? styles.up : styles.down)}>
              <bdi>{trend.share}</bdi> <span>{trend.than}</span>
            </dd>
          )}
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

export function ShareBar({ share, text }: { share: number; text: string }) {
  return (
    <span className={styles.share}>
      <svg className={styles.track} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.all} width={100} height={6} />
        <rect className={styles.part} width={Math.min(100, share * 100)} height={6} />
      </svg>
      <bdi>{text}</bdi>
    </span>
  );
}
