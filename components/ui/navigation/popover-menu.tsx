import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import styles from './popover-menu.module.css';

interface PopoverMenuProps {
  id: string;
  label: string;
  button: ReactNode;
  buttonClass?: string | undefined;
  list?: boolean;
  children: ReactNode;
}

export function PopoverMenu({ id, label, button, buttonClass, list = false, children }: PopoverMenuProps) {
  const Menu = (list ? 'ul' : 'div') as 'div';
  const style = { '--menu-anchor': `--${id}` } as ComponentProps<'div'>['style'];
  return (
    <>
      <button type="button" popoverTarget={id} className={classNames(styles.button, buttonClass)} style={style}>
        {/* No `aria-label`: voice control needs the name to contain the visible text. */}
        <VisuallyHidden>{label}</VisuallyHidden>
        <span aria-hidden="true" className={styles.look}>
          {button}
        </span>
      </button>
      <Menu id={id} popover="auto" className={styles.menu} style={style}>
        {children}
      </Menu>
    </>
  );
}
