import { onlyOpen } from '@/lib/content/capabilities';
import type { Block } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { ButtonLink } from '../_ui/button';
import styles from './blocks.module.css';

export interface BlockProps { block: Block; lang: Language; tone: 'paper' | 'sand' | 'deep' }

interface Props { actions: Block['actions']; lang: string; onDeep?: boolean; large?: boolean }

export async function BlockActions({ actions = [], lang, onDeep, large }: Props) {
  const open = await onlyOpen(actions, ({ route }) => route);
  if (open.length === 0) return null;
  return (
    <div className={styles.actions}>
      {open.map(({ label, route }, index) => (
        <ButtonLink key={route} href={`/${lang}${route}`} size={large ? 'large' : 'medium'} variant={index === 0 ? 'primary' : onDeep ? 'on-deep' : 'secondary'}>
          {label}
        </ButtonLink>
      ))}
    </div>
  );
}
