import 'server-only';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The programs this machine lacks to make a lesson from a video; shown before the upload. */
export async function missingTools(): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const isHere = async (tool: string) => (await Promise.all(folders.map((folder) => access(join(folder, tool), constants.X_OK).then(() => true, () => false)))).includes(true);
  const tools = ['ffmpeg', 'ffprobe'];
  const here = await Promise.all(tools.map(isHere));
  return tools.filter((_, index) => !here[index]);
}
