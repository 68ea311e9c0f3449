import Link from 'next/link';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names';
import { Spinner } from './feedback/spinner';
import { Icon, type IconName } from './icon';
import styles from './button.module.css';

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'on-deep';
  size?: 'small' | 'medium' | 'large';
  wide?: boolean;
  icon?: IconName;
  iconEnd?: IconName;
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows a spinner. The label stays visible and should say what is happening. */
    busy?: boolean;
    /** Ignores clicks but, unlike `disabled`, keeps the focus. Use it if a click may disable its own button. */
    'aria-disabled'?: boolean;
  };

export function Button({
  variant,
  size,
  wide,
  icon,
  iconEnd,
  busy = false,
  className,
  children,
  onClick,
  'aria-disabled': isOff = busy,
  type = 'button',
  ...rest
}: ButtonProps) {
  const takesPress = !busy && !isOff;
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, wide }, className)}
      onClick={takesPress ? onClick : ignorePress}
      aria-disabled={!takesPress || undefined}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner size={18} /> : icon && <Icon name={icon} />}
      <Label>{children}</Label>
      {iconEnd && <Icon name={iconEnd} size={18} />}
    </button>
  );
}

export type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook;

/** Pass `prefetch={false}` for URLs that are not pages of the site (files, other hosts). */
export function ButtonLink({ variant, size, wide, icon, iconEnd, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide }, className)}>
      {icon && <Icon name={icon} />}
      <Label>{children}</Label>
      {iconEnd && <Icon name={iconEnd} size={18} />}
    </Link>
  );
}

type FileLinkProps = Pick<ComponentProps<'a'>, 'href' | 'children'> & Pick<ButtonLook, 'size' | 'variant'>;

/** For files that need a session: with `download`, browsers would save the sign-in page; next/link would ask twice. */
export function FileLink({ href, size, variant = 'secondary', children }: FileLinkProps) {
  return (
    <a href={href} className={buttonClass({ variant, size })}>
      <Icon name="download" />
      <Label>{children}</Label>
    </a>
  );
}

export function ReloadLink({ children }: { children: ReactNode }) {
  return (
    <a href="" className={buttonClass({ variant: 'secondary' })}>
      <Icon name="refresh" />
      <Label>{children}</Label>
    </a>
  );
}

const ignorePress = (event: MouseEvent) => event.preventDefault();

const Label = ({ children }: { children: ReactNode }) => <span className={styles.text}>{children}</span>;

function buttonClass(
  { variant = 'primary', size = 'medium', wide }: { [Key in keyof ButtonLook]?: ButtonLook[Key] | undefined },
  className?: string,
): string {
  return classNames(styles.button, styles[variant], styles[size], wide && styles.wide, className);
}
