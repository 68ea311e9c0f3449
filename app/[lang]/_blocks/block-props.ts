import type { Block } from '@/lib/content/schema';
import type { Language } from '@/lib/language';

export interface BlockProps { block: Block; lang: Language; tone: 'paper' | 'sand' | 'deep' }
