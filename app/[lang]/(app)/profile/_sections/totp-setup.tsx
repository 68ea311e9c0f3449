'use client';

import { useState } from 'react';
import { Button } from '../../../_ui/button';
import { Field } from '../../../_ui/form/field';
import { Notice } from '../../../_ui/feedback/notice';
import { sessionFetch } from '../../../_session/session-fetch';
import styles from './section.module.css';

type Labels = Record<'intro' | 'start' | 'scan' | 'qr' | 'code' | 'confirm' | 'codes' | 'saved' | 'wrong' | 'failed', string>;
type Step = { at: 'start' } | { at: 'scan'; secret: string; picture: string } | { at: 'codes'; codes: string[] };

const post = (path: string, body: object) =>
  sessionFetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function begin(): Promise<Step> {
  const answer = await post('/auth/totp/enrol', {});
  if (!answer.ok) throw new Error(String(answer.status));
  const { secret, otpauthUrl } = (await answer.json()) as { secret: string; otpauthUrl: string };
  const { toDataURL } = await import('qrcode');
  return { at: 'scan', secret, picture: await toDataURL(otpauthUrl, { margin: 1, width: 220 }) };
}

/** Scan, type a code, store the recovery codes. */
export function TotpSetup({ labels }: { labels: Labels }) {
  const [step, setStep] = useState<Step>({ at: 'start' });
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFault(undefined);
    await work().catch(() => setFault(labels.failed));
    setBusy(false);
  };
  const confirm = async (code: string) => {
    const answer = await post('/auth/totp/confirm', { code });
    if (answer.status === 422) return setFault(labels.wrong);
    if (!answer.ok) throw new Error(String(answer.status));
    setStep({ at: 'codes', codes: ((await answer.json()) as { recoveryCodes: string[] }).recoveryCodes });
  };
  return (
    <div className={styles.totp}>
      {fault && step.at !== 'scan' && <Notice tone="danger" alert>{fault}</Notice>}
      {step.at === 'start' && (
        <>
          <p>{labels.intro}</p>
          <Button variant="secondary" icon="lock" busy={busy} onClick={() => void run(async () => setStep(await begin()))}>{labels.start}</Button>
        </>
      )}
      {step.at === 'scan' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const code = new FormData(event.currentTarget).get('code');
            void run(() => confirm(String(code)));
          }}
        >
          <p>{labels.scan}</p>
          <img src={step.picture} width={220} height={220} alt={labels.qr} />
          <p className={styles.secret}><bdi dir="ltr">{step.secret.replace(/(.{4})/g, '$1 ')}</bdi></p>
          <Field name="code" label={labels.code} latin inputMode="numeric" autoComplete="one-time-code" required error={fault} />
          <Button type="submit" busy={busy}>{labels.confirm}</Button>
        </form>
      )}
      {step.at === 'codes' && (
        <>
          <p>{labels.codes}</p>
          <ul className={styles.codes} dir="ltr">{step.codes.map((code) => <li key={code}><code>{code}</code></li>)}</ul>
          <Button variant="secondary" onClick={() => window.location.reload()}>{labels.saved}</Button>
        </>
      )}
    </div>
  );
}
