import Link from 'next/link';
import styles from './links.module.css';

/** "No account yet? Sign up": a question and the link that answers it. */
export function AskLink({ question, href, children }: { question: string; href: string; children: string }) {
  return (
    <p className={styles.ask}>
      {question} <Link href={href} prefetch={false}>{children}</Link>
    </p>
  );
}
