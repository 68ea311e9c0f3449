import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as cache from '@/lib/cache/invalidate';
import { resetConfig } from '@/lib/config/config';
import { requireAdminCourse } from '@/lib/courses/admin/courses';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { db, transaction } from '@/lib/database/client';
import * as captions from '@/lib/lessons/captions/captions';
import type { CaptionsChange } from '@/lib/lessons/captions/captions-check';
import { manifestSchema } from '@/lib/lessons/manifest';
import { findVideoFiles, videoVersion } from '@/lib/lessons/video-files';
import { buildActor } from '@/tests/support/actors';
import { seedCourse } from '@/tests/support/catalogue';
import {
  buildPictureInput,
  buildToneInput,
  hasFfmpeg,
  logCommand,
  makeClip,
  putVideoTool,
  quickCodecs,
} from '@/tests/support/content/video-tools';
import { resetDatabase } from '@/tests/support/database';
import { matchProblem } from '@/tests/support/problems';
import { faultsOfError } from './captions-error';
import { saveCaptions } from './lesson-captions';
import { arrangeLessons } from './lesson-plan';
import { listMissingTools, makeLessons } from './process-uploads';
import { sweepUploads } from './sweep-uploads';
import { readReceivedBytes, uploadPath } from './upload-file';
import {
  appendToUpload,
  beginUpload,
  fileNameFor,
  listUploads,
  type NewUpload,
  newUploadSchema,
  removeUpload,
  requireUpload,
  retryUpload,
} from './uploads';

const now = new Date('2026-11-21T10:00:00Z');
const admin = buildActor('admin', { totpAt: now });
const slug = 'nextjs-from-zero';
const name = { ar: 'درس جديد', en: 'A new lesson', de: 'Eine neue Lektion' };
const createSignal = () => new AbortController().signal;
let folder: string;
/** Videos of 4.4 seconds that differ in one tone. */
let videos: Buffer[] = [];

const putTool = (tool: 'ffmpeg' | 'ffprobe', lines: string) => putVideoTool(join(folder, 'bin'), tool, lines);

async function* sendPieces(...parts: Array<string | Buffer>): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}
async function* sendCutOff(part: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(part);
  throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}
const buildUpload = (video: string | Buffer, more: Partial<NewUpload> = {}): NewUpload =>
  newUploadSchema.parse({ sizeBytes: video.length, fingerprint: 'f'.repeat(43), name, chapter: 1, ...more });

async function uploadVideo(video: string | Buffer, more: Partial<NewUpload> = {}) {
  const { uploadId } = await beginUpload(admin, slug, buildUpload(video, more), 'en');
  return appendToUpload(admin, uploadId, { offset: 0, body: sendPieces(video) }, 'en');
}
const readAttempts = async (id: string) =>
  (await (await db()).lessonUpload.findUniqueOrThrow({ where: { id } })).attempts;
const listLessons = async () =>
  (await findCourse(slug, 'en'))?.chapters.map(({ lessons }) => lessons.map(({ file }) => file));

beforeAll(async () => {
  if (!hasFfmpeg) return;
  const place = await mkdtemp(join(tmpdir(), 'clips-'));
  videos = await Promise.all(
    [440, 600].map((hertz) =>
      readFile(
        makeClip(
          place,
          `${hertz}.mp4`,
          `${buildPictureInput(4.4, '64x36')} ${buildToneInput(4.4, hertz)} ${quickCodecs}`,
        ),
      ),
    ),
  );
  await rm(place, { recursive: true });
}, 60_000);

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  await mkdir(join(folder, 'bin'));
  if (hasFfmpeg) await putTool('ffmpeg', logCommand(join(folder, 'log')));
  vi.stubEnv('PATH', `${join(folder, 'bin')}${delimiter}${process.env.PATH}`);
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('MEDIA_DIR', join(folder, 'media'));
  resetConfig();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  resetConfig();
  await rm(folder, { recursive: true, force: true });
});

describe('uploading a video', () => {
  it('keeps the bytes that arrived before the connection broke, and resumes the upload after them [O7]', async () => {
    const { uploadId, receivedBytes: none } = await beginUpload(admin, slug, buildUpload('0123456789'), 'en');
    expect(none).toBe(0);
    await expect(appendToUpload(admin, uploadId, { offset: 0, body: sendCutOff('0123') }, 'en')).rejects.toEqual(
      matchProblem(400, 'malformed'),
    );
    const again = await beginUpload(admin, slug, buildUpload('0123456789'), 'en');
    expect(again).toMatchObject({ uploadId, receivedBytes: 4, status: 'receiving' });
    await expect(appendToUpload(admin, uploadId, { offset: 2, body: sendPieces('23') }, 'en')).rejects.toMatchObject({
      status: 409,
      key: 'mismatching-upload-offset',
      headers: { 'upload-offset': '4' },
    });
    expect(await appendToUpload(admin, uploadId, { offset: 4, body: sendPieces('45', '6789') }, 'en')).toMatchObject({
      receivedBytes: 10,
      status: 'waiting',
    });
    expect(await readFile(uploadPath(uploadId), 'utf8')).toBe('0123456789');
    await expect(appendToUpload(admin, uploadId, { offset: 10, body: sendPieces('x') }, 'en')).rejects.toEqual(
      matchProblem(409, 'upload-over'),
    );
  });

  it('refuses more bytes than announced, a video above the size limit, and a lesson name that is a path [O7, X15]', async () => {
    const { uploadId } = await beginUpload(admin, slug, buildUpload('0123'), 'en');
    await expect(appendToUpload(admin, uploadId, { offset: 0, body: sendPieces('01', '2345') }, 'en')).rejects.toEqual(
      matchProblem(413, 'too-large'),
    );
    expect(await readReceivedBytes(uploadId)).toBe(2);
    expect(
      newUploadSchema.safeParse({ sizeBytes: 5 * 1024 ** 3, fingerprint: 'f'.repeat(43), name }).error?.issues[0]
        ?.message,
    ).toBe('video_too_large');
    expect(newUploadSchema.safeParse({ sizeBytes: 5, fingerprint: 'f'.repeat(43) }).success).toBe(false);
    expect(fileNameFor('../../etc/passwd', [], 4)).toBe('05-etc-passwd.mp4');
    expect(fileNameFor('درس', ['05-lesson.mp4'], 4)).toBe('06-lesson.mp4');
    await expect(beginUpload(admin, slug, buildUpload('x', { replaces: '../secret' }), 'en')).rejects.toEqual(
      matchProblem(422, 'invalid'),
    );
    await expect(beginUpload(admin, 'no-course', buildUpload('x'), 'en')).rejects.toEqual(
      matchProblem(404, 'not-found'),
    );
  });

  it('only an admin uploads, sees, retries and removes videos [O7, D12]', async () => {
    const { uploadId } = await beginUpload(admin, slug, buildUpload('0123'), 'en');
    for (const actor of [buildActor('learner'), buildActor('admin', { totpEnrolled: false })]) {
      for (const call of [
        () => beginUpload(actor, slug, buildUpload('x'), 'en'),
        () => listUploads(actor, slug, 'en'),
        () => requireUpload(actor, uploadId, 'en'),
        () => appendToUpload(actor, uploadId, { offset: 0, body: sendPieces('0') }, 'en'),
        () => retryUpload(actor, uploadId, 'en'),
        () => removeUpload(actor, uploadId),
      ]) {
        await expect(call()).rejects.toMatchObject({ status: 403 });
      }
    }
    await removeUpload(admin, uploadId);
    await expect(requireUpload(admin, uploadId, 'en')).rejects.toEqual(matchProblem(404, 'not-found'));
    expect(await readReceivedBytes(uploadId)).toBe(0);
  });

  it('sweeps an upload that received nothing for two days, and keeps a newer one [O4]', async () => {
    const { uploadId } = await beginUpload(admin, slug, buildUpload('0123'), 'en');
    await appendToUpload(admin, uploadId, { offset: 0, body: sendPieces('01') }, 'en');
    const { updatedAt } = await (
      await db()
    ).lessonUpload.findUniqueOrThrow({ where: { id: uploadId }, select: { updatedAt: true } });
    const later = (days: number) => new Date(updatedAt.getTime() + days * 24 * 3600_000);
    expect(await sweepUploads(later(1.9))).toEqual({ count: 0 });
    expect(await sweepUploads(later(2.1))).toEqual({ count: 1 });
    expect(await readReceivedBytes(uploadId)).toBe(0);
  });

  it('the same video for another lesson is a separate upload, so that it never reaches the wrong lesson [O7]', async () => {
    const fresh = await beginUpload(admin, slug, buildUpload('a video'), 'en');
    const replacing = await beginUpload(admin, slug, buildUpload('a video', { replaces: '02-first.mp4' }), 'en');
    expect(replacing).toMatchObject({ file: '02-first.mp4' });
    expect((await beginUpload(admin, slug, buildUpload('a video'), 'en')).uploadId).toBe(fresh.uploadId);
    expect((await beginUpload(admin, slug, buildUpload('a video', { replaces: '02-first.mp4' }), 'en')).uploadId).toBe(
      replacing.uploadId,
    );
  });

  it('refuses a video that does not fit on the disk before receiving its first byte [R12]', async () => {
    await expect(beginUpload(admin, slug, { ...buildUpload('x'), sizeBytes: 2 ** 50 }, 'en')).rejects.toEqual(
      matchProblem(503, 'storage-full'),
    );
  });
});

describe.runIf(hasFfmpeg)('making a lesson from a video', { timeout: 600_000 }, () => {
  it('adds the lesson to its chapter once all its files are in place, and purges its cached pages [O7]', async () => {
    const dropped = vi.spyOn(cache, 'invalidate');
    const { uploadId, file } = await uploadVideo(videos[0]!);
    expect(file).toBe('05-a-new-lesson.mp4');
    await makeLessons(now, createSignal());
    expect(await requireUpload(admin, uploadId, 'en')).toMatchObject({ status: 'done', error: null });
    expect((await listLessons())?.at(-1)?.at(-1)).toBe(file);
    const lesson = await (
      await db()
    ).lesson.findUniqueOrThrow({ where: { courseSlug_file: { courseSlug: slug, file } } });
    expect(lesson).toMatchObject({ name, durationSeconds: 4, path: `${slug}\\${file}`, freePreview: false });
    expect(
      manifestSchema.safeParse(JSON.parse(await readFile(join(folder, 'media', slug, file, 'lesson.json'), 'utf8')))
        .success,
    ).toBe(true);
    expect(dropped).toHaveBeenCalledWith('courses', `course:${slug}`);
    expect(await readReceivedBytes(uploadId)).toBe(0);
    expect(
      await (
        await db()
      ).audit.findMany({ where: { subject: `course:${slug}` }, orderBy: { id: 'asc' }, select: { action: true } }),
    ).toEqual([{ action: 'lesson.upload' }, { action: 'lesson.added' }]);
  });

  it.runIf(process.env.TEST_DATABASE_URL)(
    'keeps the lesson if an admin saves the order of lessons at the same moment [O7, X30]',
    async () => {
      const { file } = await uploadVideo(videos[0]!);
      const { chapters } = await requireAdminCourse(admin, slug);
      const plan = chapters.map(({ title, lessons }) => ({
        title,
        lessons: lessons.map(({ durationSeconds: _seconds, ...lesson }) => lesson),
      }));
      let saved: Promise<unknown> | undefined;
      // Captions are saved just before the lesson is added. By then the plan's lessons have been read.
      vi.spyOn(captions, 'changeCaptions').mockImplementation(async () => {
        saved = transaction(async (tx) => {
          await tx.$queryRaw`SELECT 1 AS locked FROM "Lesson" WHERE "file" = '04-publish.mp4' FOR UPDATE`;
          const change = arrangeLessons(admin, slug, { chapters: plan }, now);
          await sleep(900);
          return { change };
        }).then(({ change }) => change);
        await sleep(400);
        return [];
      });
      await makeLessons(now, createSignal());
      await saved;
      expect((await listLessons())?.flat()).toContain(file);
    },
  );

  it('replaces a lesson’s video and keeps the lesson’s name and place [O7]', async () => {
    const before = await listLessons();
    await uploadVideo(videos[1]!, { replaces: '02-first.mp4' });
    await makeLessons(now, createSignal());
    expect(await listLessons()).toEqual(before);
    expect(
      await (
        await db()
      ).lesson.findUniqueOrThrow({ where: { courseSlug_file: { courseSlug: slug, file: '02-first.mp4' } } }),
    ).toMatchObject({ durationSeconds: 4 });
  });

  const buildCaptions = (from: string, to: string) => ({
    name: 'talk.vtt',
    text: `WEBVTT\n\n${from} --> ${to}\nكلام\n`,
  });
  const listTracks = async (file: string) =>
    (await findVideoFiles(slug, file))?.manifest?.captions.map(({ lang }) => lang);

  it('takes captions with the video, and reports their errors by file and line in the caller’s language [O7, L9]', async () => {
    const begin = (captions: NewUpload['captions'], lang: 'ar' | 'en') =>
      beginUpload(admin, slug, buildUpload(videos[0]!, { captions }), lang);
    await expect(begin({ ar: buildCaptions('00:05.000', '00:04.000') }, 'en')).rejects.toMatchObject({
      status: 422,
      errors: { 'captions.ar': [expect.stringMatching(/^talk\.vtt, line 3: /)] },
    });
    await expect(begin({ ar: buildCaptions('00:01,000', '00:02,000') }, 'ar')).rejects.toMatchObject({
      errors: { 'captions.ar': [expect.stringContaining('السطر 3')] },
    });
    const { uploadId, file } = await uploadVideo(videos[0]!, {
      captions: { ar: buildCaptions('00:01.000', '00:02.000'), en: buildCaptions('00:01.000', '00:03.000') },
    });
    await makeLessons(now, createSignal());
    expect(await requireUpload(admin, uploadId, 'en')).toMatchObject({ status: 'done', error: null });
    expect(await listTracks(file)).toEqual(['ar', 'en']);
  });

  it('publishes a lesson without captions that end after its video; saving correct ones later leaves the video unchanged [O7, L9]', async () => {
    const { uploadId, file } = await uploadVideo(videos[0]!, {
      captions: { en: buildCaptions('00:01.000', '00:09.000') },
    });
    await makeLessons(now, createSignal());
    const { status, error } = await requireUpload(admin, uploadId, 'en');
    expect([status, faultsOfError(error)]).toEqual(['done', [{ name: 'talk.vtt', line: 3, fault: 'after_end' }]]);
    expect(await listTracks(file)).toEqual([]);
    const video = videoVersion((await findVideoFiles(slug, file))!);
    const save = (change: CaptionsChange, lesson = file) =>
      saveCaptions(admin, { courseSlug: slug, lesson, change, lang: 'en' });
    await expect(save({ en: buildCaptions('00:01.000', '00:09.000') })).rejects.toMatchObject({
      status: 422,
      errors: { 'captions.en': ['talk.vtt, line 3: this ends after the video.'] },
    });
    expect(
      await save({ en: buildCaptions('00:01.000', '00:04.000'), ar: buildCaptions('00:01.000', '00:02.000') }),
    ).toEqual({
      file,
      languages: ['ar', 'en'],
    });
    const listCaptionFiles = async () =>
      (await readdir(join(folder, 'media', slug, file))).filter((each) => each.startsWith('captions'));
    const first = await listCaptionFiles();
    expect(await save({ en: buildCaptions('00:02.000', '00:04.000'), ar: null })).toEqual({ file, languages: ['en'] });
    expect(await listCaptionFiles()).toHaveLength(1);
    expect(first).not.toContain((await listCaptionFiles())[0]);
    expect(videoVersion((await findVideoFiles(slug, file))!)).toBe(video);
    await expect(save({ en: buildCaptions('00:01.000', '00:02.000') }, '02-first.mp4')).rejects.toEqual(
      matchProblem(409, 'no-lesson-folder'),
    );
    await expect(save({ en: null }, '../secret')).rejects.toEqual(matchProblem(404, 'not-found'));
    await expect(
      saveCaptions(buildActor('learner'), { courseSlug: slug, lesson: file, change: { en: null }, lang: 'en' }),
    ).rejects.toMatchObject({ status: 403 });
    await uploadVideo(videos[1]!, { replaces: file });
    await expect(save({ en: buildCaptions('00:01.000', '00:02.000') })).rejects.toEqual(
      matchProblem(409, 'video-in-work'),
    );
  });

  it('resumes after the last finished step when it was stopped half-way [O7, R01]', async () => {
    await putTool(
      'ffmpeg',
      `${logCommand(join(folder, 'log'))}\n[ "$(basename "$last")" = video.mp4 ] && [ ! -e '${join(folder, 'go')}' ] && exec sleep 60`,
    );
    const { uploadId, file } = await uploadVideo(videos[0]!);
    const stopping = new AbortController();
    const running = makeLessons(now, stopping.signal);
    const steps = join(folder, 'media', '.ingest', `${slug}~${file}`, '.steps');
    await vi.waitFor(async () => expect(await readFile(steps, 'utf8')).toContain('audio\n'), {
      timeout: 300_000,
      interval: 200,
    });
    stopping.abort();
    await running;
    expect(await requireUpload(admin, uploadId, 'en')).toMatchObject({ status: 'processing' });
    expect(await readAttempts(uploadId)).toBe(0);
    expect((await listLessons())?.flat()).toHaveLength(4);
    await writeFile(join(folder, 'go'), '');
    await makeLessons(now, createSignal());
    expect(await requireUpload(admin, uploadId, 'en')).toMatchObject({ status: 'done' });
    const encoded = (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n');
    expect(encoded.filter((each) => each === 'audio.m3u8')).toHaveLength(1);
  });

  it('a failure tells the admin the reason, publishes nothing, and can be retried [O7]', async () => {
    await putTool('ffmpeg', `case "$last" in *.m3u8) echo '/srv/secret: it broke' >&2; exit 1;; esac`);
    const text = await uploadVideo('no video at all');
    const { uploadId } = await uploadVideo(videos[0]!);
    await makeLessons(now, createSignal());
    expect(await requireUpload(admin, text.uploadId, 'de')).toMatchObject({
      status: 'failed',
      error: 'not-a-video',
      errorText: expect.stringContaining('exportieren Sie'),
    });
    expect(await requireUpload(admin, uploadId, 'en')).toMatchObject({
      status: 'failed',
      error: 'encoding-failed',
      errorText: expect.not.stringContaining('/srv'),
    });
    await expect(readdir(join(folder, 'media', '.ingest'))).resolves.toHaveLength(1);
    expect((await listLessons())?.flat()).toHaveLength(4);
    await putTool('ffmpeg', '');
    expect(await retryUpload(admin, uploadId, 'en')).toMatchObject({ status: 'waiting', error: null });
    await makeLessons(now, createSignal());
    expect(await requireUpload(admin, uploadId, 'en')).toMatchObject({ status: 'done' });
  });

  it('gives up a video that ended the service three times, until an admin retries it [O7, R23]', async () => {
    const { uploadId } = await uploadVideo(videos[0]!);
    await (await db()).lessonUpload.update({ where: { id: uploadId }, data: { status: 'processing', attempts: 3 } });
    await makeLessons(now, createSignal());
    expect(await requireUpload(admin, uploadId, 'en')).toMatchObject({ status: 'failed', error: 'ingest-failed' });
    await expect(readdir(join(folder, 'media'))).rejects.toThrow('ENOENT');
    await retryUpload(admin, uploadId, 'en');
    expect(await readAttempts(uploadId)).toBe(0);
    await putTool('ffmpeg', `cat /proc/self/oom_score_adj > '${join(folder, 'score')}'; exit 1`);
    await makeLessons(now, createSignal());
    expect(await readAttempts(uploadId)).toBe(1);
    if (process.platform === 'linux') expect(await readFile(join(folder, 'score'), 'utf8')).toBe('500\n');
  });

  it('without ffmpeg, keeps the video and names the missing tools [O7]', async () => {
    const bare = join(folder, 'bare');
    await mkdir(bare);
    vi.stubEnv('PATH', bare);
    expect(await listMissingTools()).toEqual(['ffmpeg', 'ffprobe']);
    const { uploadId } = await uploadVideo(videos[0]!);
    await makeLessons(now, createSignal());
    expect(await requireUpload(admin, uploadId, 'en')).toMatchObject({ status: 'failed', error: 'no-ffmpeg' });
    expect(await readReceivedBytes(uploadId)).toBe(videos[0]!.length);
  });

  it('tells the admin in their language what was changed in the video [L10]', async () => {
    const { uploadId } = await uploadVideo(videos[1]!);
    await makeLessons(now, createSignal());
    const { status, notices } = await requireUpload(admin, uploadId, 'ar');
    expect([status, notices]).toEqual([
      'done',
      [{ code: 'rate-changed', text: expect.stringContaining('معدل الإطارات') }],
    ]);
  });

  it('makes lessons where only DATA_DIR and MEDIA_DIR are writable, and removes the unfinished files of a deleted upload [L10]', async () => {
    vi.stubEnv('TMPDIR', join(folder, 'no', 'such', 'folder'));
    await putTool('ffmpeg', `case "$last" in *video.mp4) exit 1;; esac`);
    const { uploadId } = await uploadVideo(videos[0]!);
    await makeLessons(now, createSignal());
    expect(await requireUpload(admin, uploadId, 'en')).toMatchObject({ status: 'failed', error: 'encoding-failed' });
    expect(await readdir(join(folder, 'media', '.ingest'))).toHaveLength(1);
    await removeUpload(admin, uploadId);
    expect(await readdir(join(folder, 'media', '.ingest'))).toEqual([]);
  });
});
