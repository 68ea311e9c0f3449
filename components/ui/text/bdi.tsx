import type { ReactNode } from 'react';

/** Renders the tag `<bdi>` of a message, which isolates a name of the other direction. */
export const bdi = (text: ReactNode) => <bdi>{text}</bdi>;
