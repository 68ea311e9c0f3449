import 'server-only';
import type { AdminTexts } from '../page/admin-page';
import type { ConfirmLabels } from './confirm-button';
import type { StepUpLabels } from './step-up-dialog';

/** Labels that client components share: a function cannot be handed to the browser. */
export function stepUpLabels(t: AdminTexts): StepUpLabels {
  return { title: t('proof_title'), text: t('proof_text'), code: t('proof_code'), help: t('proof_help'), submit: t('proof_submit'), wrong: t('proof_wrong'), passkey: t('proof_passkey'), passkeyFailed: t('proof_passkey_failed'), close: t('close') };
}

export interface SaveLabels { save: string; saving: string; saved: string; failed: string; conflict: string; reload: string; unreachable: string }

export function saveLabels(t: AdminTexts): SaveLabels {
  return {
    save: t('save'), saving: t('saving'), saved: t('saved'), failed: t('failed'), conflict: t('conflict'), reload: t('reload'), unreachable: t('unreachable'),
  };
}

export const confirmLabels = (t: AdminTexts): ConfirmLabels => ({ cancel: t('cancel'), close: t('close'), failed: t('failed_call'), unreachable: t('unreachable_call') });
