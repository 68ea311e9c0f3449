import 'server-only';
import type { AdminWords } from './admin-page';

const statuses = ['receiving', 'waiting', 'processing', 'done', 'failed'] as const;
const steps = ['captions', '240p', '480p', '720p', 'audio', 'video', 'poster', 'thumbnails', 'manifest'] as const;
const errors = ['no-ffmpeg', 'not-a-film', 'media-read-only', 'disk-full'] as const;

const wordsOf = <Name extends string>(names: readonly Name[], word: (name: Name) => string) => Object.fromEntries(names.map((name) => [name, word(name)])) as Record<Name, string>;

export function uploadWords(t: AdminWords) {
  return {
    title: t('upload_title'), intro: t('upload_intro'), lacks: t('upload_lacks'), film: t('film'), film_help: t('film_help'), target: t('upload_target'), new_lesson: t('new_lesson'), replace: t('replace_film'),
    chapter: t('chapter'), free: t('free_preview'), send: t('upload_send'), names: { ar: t('name_ar'), en: t('name_en'), de: t('name_de') },
    refused: t('failed_call'), sending: t('upload_sending'), network_lost: t('upload_network_lost'), pause: t('upload_pause'), remove: t('upload_remove'), retry: t('upload_retry'), go_on: t('upload_go_on'), of: t('upload_of'),
    statuses: wordsOf(statuses, (name) => t(`upload_${name}`)), steps: wordsOf(steps, (name) => t(`step_${name}`)), errors: wordsOf(errors, (name) => t(`upload_error_${name.replaceAll('-', '_')}`)),
  };
}
