import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { IngestError, type IngestFault } from './faults';

type Tool = 'ffmpeg' | 'ffprobe';

interface Listeners {
  /** Called with how much of the video is done. */
  onSeconds?: (done: number) => void;
  /** Takes the output line by line; it is not returned then. */
  onLine?: (line: string) => void;
}

export interface ToolOutput { out: string; /** What the tool complained of, its end. */ complaints: string }

/** What a failure of ffmpeg means, by its words; the last one fits every other. */
const meanings: ReadonlyArray<[pattern: RegExp, fault: IngestFault]> = [
  [/No space left|Disk quota exceeded/, 'disk-full'],
  [/No such filter|Filter not found|Unknown encoder|Error initializing a filter/i, 'ffmpeg-incomplete'],
  [/moov atom not found|partial file|Truncated/i, 'video-incomplete'],
  [/Invalid data found when processing input|could not find codec parameters|no decoder|Decoder .* not found|not supported|does not contain any stream|matches no streams/i, 'video-undecodable'],
];

const faultIn = (complaints: string): IngestFault => meanings.find(([pattern]) => pattern.test(complaints))?.[1] ?? 'encoding-failed';

const complaintBytes = 4000;

/** @throws IngestError `no-ffmpeg`, or by what the tool said */
export function runTool(tool: Tool, args: readonly string[], { onSeconds, onLine }: Listeners = {}): Promise<ToolOutput> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let complaints = '';
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
    else child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const done = onSeconds ? /out_time_us=(\d+)/.exec(chunk) : null;
      if (done?.[1]) onSeconds?.(Number(done[1]) / 1e6);
      else out += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => { complaints = (complaints + chunk).slice(-complaintBytes); });
    child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT'
      ? new IngestError('no-ffmpeg', `${tool} is not installed; it comes with the system's package "ffmpeg"`) : error));
    child.on('close', (code) => (code === 0
      ? resolve({ out, complaints: complaints.trim() })
      : reject(new IngestError(faultIn(complaints), `${tool} failed (${code}): ${complaints.trim()}`))));
  });
}
