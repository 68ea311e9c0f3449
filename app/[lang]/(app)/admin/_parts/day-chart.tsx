import styles from './day-chart.module.css';

type Day = { day: string; value: number; label: string };

/** A bar a day; time runs with the reading direction. The same numbers stand in a table for those who cannot see it. */
export function DayChart({ title, days, columns }: { title: string; days: Day[]; columns: [string, string] }) {
  const most = Math.max(1, ...days.map(({ value }) => value));
  const first = days[0];
  const last = days.at(-1);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>{title}</figcaption>
      <div className={styles.bars} aria-hidden="true">
        {days.map(({ day, value, label }) => (
          <div key={day} className={styles.slot} title={`${day}: ${label}`}>
            <div className={value > 0 ? styles.bar : styles.none} style={{ blockSize: `${Math.max(value > 0 ? 4 : 1.5, (value / most) * 100)}%` }} />
          </div>
        ))}
      </div>
      <div className={styles.ends} aria-hidden="true"><bdi>{first?.day}</bdi><bdi>{last?.day}</bdi></div>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead><tr>{columns.map((column) => <th key={column} scope="col">{column}</th>)}</tr></thead>
        <tbody>{days.filter(({ value }) => value > 0).map(({ day, label }) => <tr key={day}><td>{day}</td><td>{label}</td></tr>)}</tbody>
      </table>
    </figure>
  );
}
