import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import styles from './search-form.module.css';

interface Props {
  action: string;
  label: string;
  submit: string;
  q: string | undefined;
  id?: string;
  autoFocus?: boolean;
}

export function SearchForm({ action, label, submit, q, id, autoFocus }: Props) {
  return (
    <form role="search" method="get" action={action} className={styles.search}>
      <label className={styles.field}>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          id={id}
          defaultValue={q}
          aria-label={label}
          placeholder={label}
          maxLength={200}
          autoFocus={autoFocus}
        />
      </label>
      <Button type="submit" variant="secondary">
        {submit}
      </Button>
    </form>
  );
}
