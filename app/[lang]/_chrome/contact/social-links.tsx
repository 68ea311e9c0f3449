import type { SocialLink } from '@/lib/content/schema';
import { BrandIcon } from './brand-icon';
import styles from './social-links.module.css';

interface Props { links: readonly SocialLink[]; label: string; names: (link: SocialLink) => string }

/** Row C10: the portfolio is a download in the same tab, everything else opens a new one. */
export function SocialLinks({ links, label, names }: Props) {
  return (
    <ul className={styles.links} aria-label={label}>
      {links.map((link) => (
        <li key={link.name}>
          <a href={link.link} className={styles.link} aria-label={names(link)} {...behaviourOf(link)}>
            <BrandIcon name={link.icon} />
          </a>
        </li>
      ))}
    </ul>
  );
}

const behaviourOf = (link: SocialLink) =>
  link.name === 'portfolio' ? { download: '' } : { target: '_blank', rel: 'noopener' };
