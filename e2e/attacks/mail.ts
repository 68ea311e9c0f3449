import type { Stack } from '../faults/stack';
import { waitUntil } from '../faults/wait';

interface Mail {
  id: number;
  subject: string;
  text: string;
}

async function waitForMail(stack: Stack, to: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  const read = async <Value>(path: string) =>
    (await (await fetch(`${stack.mail.url}/api/messages${path}`)).json()) as Value;
  await waitUntil(`a mail to ${to} has ${pattern.source}`, 30_000, async () => {
    const mails = (await read<Mail[]>(`?to=${encodeURIComponent(to)}`)).sort((a, b) => b.id - a.id);
    for (const { id } of mails) found ??= pattern.exec((await read<Mail>(`/${id}`)).text)?.[1];
    return found !== undefined;
  });
  return found ?? '';
}

export const waitForMailedCode = (stack: Stack, to: string): Promise<string> => waitForMail(stack, to, /^(\d{6})$/m);

export const waitForMailedLink = (stack: Stack, to: string, page: string): Promise<string> =>
  waitForMail(stack, to, new RegExp(`/${page}\\?token=([\\w-]+)`));

/** Waits for the first mail, which may be queued behind other mails, and then until no more arrive. */
export async function countMails(stack: Stack, to: string): Promise<number> {
  const countListed = async () =>
    ((await (await fetch(`${stack.mail.url}/api/messages?to=${encodeURIComponent(to)}`)).json()) as Mail[]).length;
  await waitUntil(`a mail to ${to}`, 60_000, async () => (await countListed()) > 0, 500);
  let [count, since] = [await countListed(), Date.now()];
  await waitUntil(
    'no more mails arrive',
    60_000,
    async () => {
      const present = await countListed();
      if (present !== count) [count, since] = [present, Date.now()];
      return Date.now() - since > 6_000;
    },
    500,
  );
  return count;
}
