import { Button } from '../../../../_ui/button';
import { Field } from '../../../../_ui/form/field';
import { Select } from '../../../../_ui/form/select';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  action: string;
  submit: string;
  search?: { label: string; value: string };
  choice?: { name: string; label: string; value: string; options: Array<{ value: string; label: string }> };
}

/** A plain form that asks with GET: filters can be bookmarked, and work without JavaScript. */
export function FilterBar({ action, submit, search, choice }: FilterBarProps) {
  return (
    <form method="get" action={action} className={styles.bar} role="search">
      {search && <Field name="q" type="search" label={search.label} defaultValue={search.value} />}
      {choice && (
        <Select name={choice.name} label={choice.label} defaultValue={choice.value}>
          {choice.options.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
        </Select>
      )}
      <Button type="submit" variant="secondary" icon="search">{submit}</Button>
    </form>
  );
}
