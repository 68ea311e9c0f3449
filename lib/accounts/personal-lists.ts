import 'server-only';
import { personalFields, writerFields } from '@/lib/accounts/personal-fields';
import type { Database } from '@/lib/database/client';

/** Rows read at a time: with everything about an order a hundred are some 500 kB. */
export const rowsAtOnce = 100;

type Fields = typeof personalFields & typeof writerFields;
/** The lists among a person's fields: whatever has rows without a fixed number. */
type ListName = Exclude<{ [Name in keyof Fields]: Fields[Name] extends { select: object } ? Name : never }[keyof Fields], 'weeklyMail'>;

/** The rows of a list, `rowsAtOnce` at most in a page. */
export type Pages = AsyncGenerator<object[]>;

interface PageById<Id> { where: { userId: string; id?: { gt: Id } }; orderBy: { id: 'asc' }; take: number }

/** Ids are in the order of time, so each page begins where the last one ended, however many rows there are. */
async function* byId<Id extends string | bigint>(userId: string, read: (page: PageById<Id>) => Promise<Array<{ id: Id }>>, isIdShown = false): Pages {
  let after: Id | undefined;
  for (;;) {
    const rows = await read({ where: { userId, ...(after === undefined ? {} : { id: { gt: after } }) }, orderBy: { id: 'asc' }, take: rowsAtOnce });
    if (rows.length > 0) yield isIdShown ? rows : rows.map(({ id: _id, ...row }) => row);
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.id;
  }
}

/** For lists that are never long. */
export async function* bySkipping(read: (page: { skip: number; take: number }) => Promise<object[]>): Pages {
  for (let skip = 0; ; skip += rowsAtOnce) {
    const rows = await read({ skip, take: rowsAtOnce });
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
  }
}

const withId = <Select extends object>({ select }: { select: Select }): Select & { id: true } => ({ ...select, id: true });

/** How each list of a person's rows is read, a page at a time. */
export function listsOf(client: Database, userId: string): Record<ListName, Pages> {
  const where = { userId };
  const { orders, seats, openedGifts, ...fields } = personalFields;
  const byLesson = [{ courseSlug: 'asc' }, { lesson: 'asc' }] as const;
  return {
    providerAccounts: byId<string>(userId, (page) => client.providerAccount.findMany({ ...page, select: withId(fields.providerAccounts) })),
    passkeys: byId<string>(userId, (page) => client.passkey.findMany({ ...page, select: withId(fields.passkeys) })),
    sessions: byId<string>(userId, (page) => client.session.findMany({ ...page, select: withId(fields.sessions) })),
    orders: byId<string>(userId, (page) => client.order.findMany({ ...page, ...orders }), true),
    openedGifts: bySkipping((page) => client.gift.findMany({ ...page, where: { openedById: userId }, orderBy: { orderId: 'asc' }, ...openedGifts })),
    seats: bySkipping((page) => client.seat.findMany({ ...page, where: { holderId: userId }, orderBy: { id: 'asc' }, ...seats })),
    enrolments: byId<string>(userId, (page) => client.enrolment.findMany({ ...page, select: withId(fields.enrolments) })),
    progress: bySkipping((page) => client.lessonProgress.findMany({ ...page, where, orderBy: [...byLesson], ...fields.progress })),
    accesses: bySkipping((page) => client.lessonAccess.findMany({ ...page, where, orderBy: [...byLesson], ...fields.accesses })),
    certificates: byId<string>(userId, (page) => client.certificate.findMany({ ...page, ...fields.certificates }), true),
    quizAttempts: byId<string>(userId, (page) => client.quizAttempt.findMany({ ...page, select: withId(fields.quizAttempts) })),
    feedback: byId<string>(userId, (page) => client.feedback.findMany({ ...page, select: withId(fields.feedback) })),
    ratings: byId<string>(userId, (page) => client.courseRating.findMany({ ...page, select: withId(fields.ratings) })),
    securityEvents: byId<bigint>(userId, (page) => client.securityEvent.findMany({ ...page, select: withId(fields.securityEvents) })),
    questions: byId<string>(userId, (page) => client.question.findMany({ ...page, select: fields.questions.select }), true),
    answers: byId<string>(userId, (page) => client.answer.findMany({ ...page, select: withId(fields.answers) })),
    questionMutes: bySkipping((page) => client.questionMute.findMany({ ...page, where, orderBy: { questionId: 'asc' }, ...fields.questionMutes })),
    watchDays: bySkipping((page) => client.watchDay.findMany({ ...page, where, ...fields.watchDays })),
    weeklyMailWeeks: bySkipping((page) => client.weeklyMailWeek.findMany({ ...page, where, ...fields.weeklyMailWeeks })),
    refundRequests: byId<string>(userId, (page) => client.refundRequest.findMany({ ...page, select: withId(fields.refundRequests) })),
    notes: byId<string>(userId, (page) => client.note.findMany({ ...page, select: withId(writerFields.notes) })),
  };
}
