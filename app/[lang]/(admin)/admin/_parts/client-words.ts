import 'server-only';
import type { AdminTexts } from './admin-page';
import type { StepUpWords } from './step-up-dialog';

/** The words that client parts share; a function cannot be handed to the browser, words can. */
export function stepUpWords(t: AdminTexts): StepUpWords {
  return { title: t('proof_title'), text: t('proof_text'), code: t('proof_code'), submit: t('proof_submit'), wrong: t('proof_wrong'), close: t('close') };
}

export interface SaveWords { save: string; saving: string; saved: string; failed: string; conflict: string; reload: string; unreachable: string }

export function saveWords(t: AdminTexts): SaveWords {
  return {
    save: t('save'), saving: t('saving'), saved: t('saved'), failed: t('failed'), conflict: t('conflict'), reload: t('reload'), unreachable: t('unreachable'),
  };
}

export function roleWords(t: AdminTexts) {
  return {
    make_admin: t('make_admin'), make_learner: t('make_learner'), sure_admin: t('sure_admin'), sure_learner: t('sure_learner'), cancel: t('cancel'),
    close: t('close'), failed: t('failed_call'), unreachable: t('unreachable_call'),
  };
}
