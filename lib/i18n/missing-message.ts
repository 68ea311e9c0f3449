/** A missing key shows the key itself (B10). Client providers need these too: functions are not handed down to them. */
export const getMessageFallback = ({ key }: { key: string }): string => key;

/** For client providers: what is wrong with a message was already logged where the page was rendered. */
export const onError = (): void => undefined;
