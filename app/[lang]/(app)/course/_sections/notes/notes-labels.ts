export const noteLabelKeys = [
  'text', 'text_help', 'at', 'save', 'saving', 'empty', 'go_to', 'edit', 'remove', 'all', 'failed', 'unreachable', 'unsaved', 'loading',
] as const;

export type NotesLabels = Record<(typeof noteLabelKeys)[number], string>;

export interface ShownNote { id: string; positionSeconds: number; text: string; /** The page that plays from there. */ url: string }

/** What the server has read and what was typed, on a page that opens with its notes. */
export interface NotesInitial { notes: ShownNote[]; typed: { positionSeconds: string; text: string }; problem: string }
