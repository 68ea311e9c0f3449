/** A missing key shows the key itself (B10). A client provider would need it too: functions are not handed down. */
export const getMessageFallback = ({ key }: { key: string }): string => key;
