import { Button } from '../button';
import { Icon } from '../icon';
import styles from './search-form.module.css';

interface Props {
  action: string;
  label: string;
  submit: string;
  q: string | undefined;
  /** Of the field, where something else leads to it. */
  id?: string;
  autoFocus?: boolean;
}

/** One field that asks by `?q=`, without JavaScript too. */
export function SearchForm({ action, label, submit, q, id, autoFocus }: Props) {
  return (
    <form role="search" method="get" action={action} className={styles.search}>
      <label className={styles.field}>
        <Icon name="search" />
        <input type="search" name="q" id={id} defaultValue={q} aria-label={label} placeholder={label} maxLength={200} autoFocus={autoFocus} />
      </label>
      <Button type="submit" variant="secondary">{submit}</Button>
    </form>
  );
}
