import type { Extensions } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { defaultLanguage, type Language } from '@/lib/language';
import { BlockAttributes, Figure, LessonPreview } from './blocks';
import { preservedHtml } from './preserved-html';

/** As the cleaning allows them (lib/content/safe-html.ts). */
const openedLink = /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i;
/** What the dialog takes. */
export const typedLink = /^(?:https?:\/\/[^\s/]+|mailto:\S+@\S+|\/(?!\/)|#\S)/i;

export const extensionsFor = (lang: Language = defaultLanguage): Extensions => [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    underline: false,
    // Code reads from the left in an Arabic sentence, isolated from it as `bdi` is: `dir` does both.
    code: { HTMLAttributes: { dir: 'ltr' } },
    codeBlock: { HTMLAttributes: { dir: 'ltr' } },
    link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null, class: null }, isAllowedUri: (address) => openedLink.test(address) },
    dropcursor: { color: false },
  }),
  Figure, LessonPreview.configure({ lang }), BlockAttributes, ...preservedHtml,
];
