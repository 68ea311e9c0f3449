import { beforeEach, describe, expect, it } from 'vitest';
import { listArticleRows } from '@/lib/articles/admin/articles';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import { matchProblem } from '@/tests/support/problems';
import { listAudit } from './audit-log';
import { changeRole, listUsers } from './users';

const now = new Date('2026-11-21T10:00:00Z');
const admin = buildActor('admin', { totpAt: now });

describe('the editor role', () => {
  beforeEach(async () => {
    await resetDatabase();
    await (
      await db()
    ).user.createMany({
      data: [
        { id: 'admin', role: 'admin', email: 'admin@midan.example', emailConfirmedAt: now },
        { id: 'mona', name: 'منى علي', email: 'mona@midan.example', emailConfirmedAt: now },
      ],
    });
  });

  it('an admin gives and removes the role and ends the user’s sessions; an editor cannot give roles [N6, D12]', async () => {
    const client = await db();
    await client.session.create({ data: { userId: 'mona', expiresAt: new Date('2026-12-21T00:00:00Z') } });
    expect(await changeRole(admin, 'mona', 'editor', now)).toMatchObject({ role: 'editor' });
    expect(await client.session.count({ where: { userId: 'mona', revokedAt: null } })).toBe(0);
    expect((await listUsers(admin, { role: 'editor', page: 1 })).rows.map(({ userId }) => userId)).toEqual(['mona']);
    expect((await listAudit(admin, { page: 1 })).rows[0]).toMatchObject({
      action: 'role.editor',
      subject: 'user:mona',
      detail: { before: 'learner' },
    });
    const editor = buildActor('editor', { userId: 'mona', totpAt: now });
    for (const role of ['learner', 'editor', 'admin'] as const)
      await expect(changeRole(editor, 'admin', role, now)).rejects.toEqual(matchProblem(403, 'forbidden'));
    await client.user.create({ data: { id: 'new', email: 'new@midan.example' } });
    await expect(changeRole(admin, 'new', 'editor', now)).rejects.toEqual(matchProblem(409, 'unconfirmed'));
    await client.session.create({ data: { userId: 'mona', expiresAt: new Date('2026-12-21T00:00:00Z') } });
    expect(await changeRole(admin, 'mona', 'learner', now)).toMatchObject({ role: 'learner' });
    expect(await client.session.count({ where: { userId: 'mona', revokedAt: null } })).toBe(0);
  });

  it('an editor sees the articles only with a second factor [N6]', async () => {
    expect((await listArticleRows(buildActor('editor'), { page: 1, now })).rows).toEqual([]);
    await expect(listArticleRows(buildActor('editor', { totpEnrolled: false }), { page: 1, now })).rejects.toEqual(
      matchProblem(403, 'totp-enrol'),
    );
    await expect(listArticleRows(buildActor('learner'), { page: 1, now })).rejects.toEqual(
      matchProblem(403, 'forbidden'),
    );
  });
});
