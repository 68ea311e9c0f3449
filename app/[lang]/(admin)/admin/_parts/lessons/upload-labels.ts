import 'server-only';
import { config } from '@/lib/config/config';
import { fileSizeText, type SizeUnits } from '@/lib/i18n/number-texts';
import { inEachLanguage, languageName, languageNames, type Language } from '@/lib/language';
import type { CaptionFault } from '@/lib/video/captions/captions-check';
import type { AdminTexts } from '../page/admin-page';
import { confirmLabels, saveLabels } from '../call/client-labels';
import type { AttachmentLabels } from './attachments/attachment-labels';
import type { CaptionLabels } from './lesson-captions';

const statuses = ['receiving', 'waiting', 'processing', 'done', 'failed'] as const;
const steps = ['captions', 'audio', 'video', 'poster', 'thumbnails', 'check', 'manifest'] as const;
const faults = ['not_utf8', 'not_webvtt', 'no_cue', 'unreadable_time', 'ends_first', 'out_of_order', 'after_end'] as const satisfies readonly CaptionFault[];

const labelsOf = <Name extends string>(names: readonly Name[], labelOf: (name: Name) => string) => Object.fromEntries(names.map((name) => [name, labelOf(name)])) as Record<Name, string>;

/** `Name in Arabic`, by language. */
const labelsIn = (t: AdminTexts, lang: Language, message: 'captions_in' | 'name_in') => inEachLanguage((each) => t(message, { language: languageName(each, lang) }));

export function captionLabels(t: AdminTexts, lang: Language): CaptionLabels {
  return {
    title: t('captions_title'), intro: t('captions_intro'), lesson: t('captions_lesson'), has: t('captions_with'), without: t('captions_without'), there: t('captions_there'), missing: t('captions_missing'),
    remove: t('captions_remove'), remove_sure: t('captions_remove_sure'), confirm: confirmLabels(t), send: t('captions_save'), unreadable: t('file_unreadable'), save: saveLabels(t), labels: labelsIn(t, lang, 'captions_in'), names: languageNames(lang),
  };
}

export function attachmentLabels(t: AdminTexts, lang: Language, units: SizeUnits): AttachmentLabels {
  return {
    title: t('attachments_title'), intro: t('attachments_intro'), lesson: t('attachment_lesson'), file: t('attachment_file'), help: t('attachment_help', { size: fileSizeText(config().attachmentMaxBytes, lang, units) }),
    send: t('attachment_send'), added: t('attachment_added'), removed: t('attachment_removed'), rename: t('attachment_names'), save_names: t('attachment_save_names'), remove: t('attachment_remove'), remove_sure: t('attachment_remove_sure'), confirm: confirmLabels(t),
    none: t('attachment_none'), from_files: t('attachment_from_files'), missing: t('attachment_missing'), save: saveLabels(t), names: labelsIn(t, lang, 'name_in'), units,
  };
}

export function uploadLabels(t: AdminTexts, lang: Language, units: SizeUnits) {
  return {
    title: t('upload_title'), intro: t('upload_intro'), lacks: t('upload_lacks'), video: t('video'), video_help: t('video_help'), target: t('upload_target'), new_lesson: t('new_lesson'), replace: t('replace_video'),
    chapter: t('chapter'), free: t('free_preview'), send: t('upload_send'), names: labelsIn(t, lang, 'name_in'),
    refused: t('failed_call'), unreadable: t('file_unreadable'), sending: t('upload_sending'), network_lost: t('upload_network_lost'), pause: t('upload_pause'), remove: t('upload_remove'), retry: t('upload_retry'), go_on: t('upload_go_on'), of: t('upload_of'),
    captions: t('captions_with_video'), caption_labels: labelsIn(t, lang, 'captions_in'), captions_wrong: t('upload_captions_wrong'), caption_fault: t.raw('caption_fault') as string, faults: labelsOf(faults, (name) => t(`caption_${name}`)),
    statuses: labelsOf(statuses, (name) => t(`upload_${name}`)), steps: labelsOf(steps, (name) => t(`step_${name}`)), step_picture: t.raw('step_picture') as string, notices: t('video_notices'), units,
  };
}
