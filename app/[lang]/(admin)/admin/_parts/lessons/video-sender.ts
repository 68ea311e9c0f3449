import { callJson } from '../../../../_session/json-call';
import { warnWhile } from '../call/leaving-warning';
import { readCaptions, type ChosenCaptions } from './caption-files';
import { fingerprintOf, sendVideo, type Upload } from './send-video';

export interface Beginning { video: File; captions: ChosenCaptions; replaces?: string; name?: Record<string, string>; chapter: number; freePreview: boolean }

export interface Refusal { title: string; errors: Record<string, string>; /** The chosen file was moved or changed. */ isUnreadable?: boolean }

export interface SenderState {
  /** From the press of the button on: the file is read, announced and sent. */
  busy: boolean;
  /** What is being sent, or was last, as far as the service has it. */
  upload: Upload | null;
  /** The network is gone. */
  waits: boolean;
  refusal: Refusal | null;
}

const idle: SenderState = { busy: false, upload: null, waits: false, refusal: null };

/** Row O7: a course's video on its way to the service, one at a time. */
export class VideoSender {
  private state = idle;
  private running: AbortController | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly slug: string) {}

  readonly read = (): SenderState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private change(part: Partial<SenderState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }

  /** True when all of it has arrived. */
  readonly begin = async (beginning: Beginning): Promise<boolean> => {
    if (this.running) return false;
    const stop = new AbortController();
    this.running = stop;
    this.change({ ...idle, busy: true });
    const refusal = await warnWhile(this.send(beginning, stop.signal)).catch(refusalOf);
    this.running = null;
    this.change({ busy: false, waits: false, refusal });
    return refusal === null && !stop.signal.aborted;
  };

  readonly stop = (): void => this.running?.abort();

  readonly refuse = (refusal: Refusal | null): void => this.change({ refusal });

  private async send({ video, captions, ...wanted }: Beginning, signal: AbortSignal): Promise<Refusal | null> {
    const body = { ...wanted, captions: await readCaptions(captions), sizeBytes: video.size, fingerprint: await fingerprintOf(video) };
    const begun = await callJson<Upload>({ method: 'POST', url: `/api/admin/courses/${this.slug}/uploads`, body });
    if (!begun.ok) return begun;
    this.change({ upload: begun.answer });
    const sent = await sendVideo(video, begun.answer, { signal, onProgress: (upload) => this.change({ upload }), onWait: (waits) => this.change({ waits }) });
    if (sent.ok) this.change({ upload: sent.upload });
    return sent.ok || sent.stopped ? null : { title: sent.title, errors: {} };
  }
}

/** A browser throws a `DOMException` where a file cannot be read. */
const refusalOf = (error: unknown): Refusal => ({ title: '', errors: {}, isUnreadable: error instanceof DOMException });

const senders = new Map<string, VideoSender>();

/** One for each course, however often its page is drawn: an upload goes on while other pages of administration are read. */
export function senderOf(slug: string): VideoSender {
  const sender = senders.get(slug) ?? new VideoSender(slug);
  senders.set(slug, sender);
  return sender;
}
