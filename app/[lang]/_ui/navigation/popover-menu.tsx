import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names';
import { VisuallyHidden } from '../text/visually-hidden';
import styles from './popover-menu.module.css';

interface PopoverMenuProps { id: string; /** Contains the words that `button` shows. */ label: string; button: ReactNode; buttonClass?: string | undefined; list?: boolean; children: ReactNode }

/** A button that opens a menu of links and buttons below itself, without scripts. With `list`, the children are list items. */
export function PopoverMenu({ id, label, button, buttonClass, list = false, children }: PopoverMenuProps) {
  const Menu = (list ? 'ul' : 'div') as 'div';
  const style = { '--menu-anchor': `--${id}` } as ComponentProps<'div'>['style'];
  return (
    <>
      <button type="button" popoverTarget={id} className={classNames(styles.button, buttonClass)} style={style}>
        {/* Not `aria-label`: a control that is called by voice is called by what is seen on it. */}
        <VisuallyHidden>{label}</VisuallyHidden>
        <span aria-hidden="true" className={styles.look}>{button}</span>
      </button>
      <Menu id={id} popover="auto" className={styles.menu} style={style}>{children}</Menu>
    </>
  );
}
