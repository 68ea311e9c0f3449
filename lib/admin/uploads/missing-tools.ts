import 'server-only';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** What this machine lacks to make a lesson out of a film; said before somebody uploads for an hour. */
export async function missingTools(): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const isHere = async (tool: string) => (await Promise.all(folders.map((folder) => access(join(folder, tool), constants.X_OK).then(() => true, () => false)))).includes(true);
  const tools = ['ffmpeg', 'ffprobe'];
  const here = await Promise.all(tools.map(isHere));
  return tools.filter((_, index) => !here[index]);
}
