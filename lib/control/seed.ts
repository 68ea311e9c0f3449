import { addSampleAccounts } from '@/lib/auth/sample-accounts';
import { addSampleArticles } from '@/lib/blog/sample-articles';

/** `npm run seed`: sample articles, and on localhost accounts to try. Running it again changes nothing. @returns what to print */
export async function seed(now: Date): Promise<string[]> {
  const added = await addSampleArticles();
  const accounts = await addSampleAccounts(now);
  return [
    added === 0 ? 'The sample articles are there already.' : `Added ${added} sample articles in three languages.`,
    ...accounts.map(({ email, password }) => `${email}  password: ${password}`),
  ];
}
