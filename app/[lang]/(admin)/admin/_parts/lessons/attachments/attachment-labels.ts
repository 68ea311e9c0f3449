import type { SizeUnits } from '@/lib/i18n/number-texts';
import type { Language } from '@/lib/language';
import type { SaveLabels } from '../../call/client-labels';
import type { ConfirmLabels } from '../../call/confirm-button';

export interface AttachmentLabels {
  title: string; intro: string; lesson: string; file: string; help: string; send: string; added: string; removed: string; rename: string; save_names: string; remove: string; remove_sure: string; confirm: ConfirmLabels;
  none: string; from_files: string; missing: string; save: SaveLabels; names: Record<Language, string>; units: SizeUnits;
}
