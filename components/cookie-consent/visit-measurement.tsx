import { Button } from '@/components/ui/button';
import { pageNonce } from '@/lib/cache/page-context';
import { FollowVisits } from './follow-visits';
import { startVisits } from './visit-script';
import styles from './visit-measurement.module.css';

export const VisitMeasurement = ({ measurementId }: { measurementId: string }) => (
  <>
    <script
      nonce={pageNonce()}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: `(${startVisits.toString()})(${JSON.stringify(measurementId)})` }}
    />
    <FollowVisits measurementId={measurementId} />
  </>
);

interface QuestionProps {
  labels: { title: string; text: string; yes: string; no: string };
}

/** Render this question only on public pages: it makes a page count visits, and URLs of other pages contain secrets. */
export const ConsentQuestion = ({ labels }: QuestionProps) => (
  <section id="consent" hidden className={styles.question} aria-label={labels.title} suppressHydrationWarning>
    <p>{labels.text}</p>
    <div className={styles.answers}>
      <Button size="small" data-consent="yes">
        {labels.yes}
      </Button>
      <Button size="small" variant="secondary" data-consent="no">
        {labels.no}
      </Button>
    </div>
  </section>
);
