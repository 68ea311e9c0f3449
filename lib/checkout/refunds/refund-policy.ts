/** Row P7. */
const refundPolicy = { days: 30, lessons: 3, withinDays: 7 } as const;

export type RefundRule = 'refund-sale' | 'refund-window' | 'refund-opened' | 'refund-finished' | 'refund-lessons' | SeatRule;

/** Of a seat that is not free: its invitation has to be withdrawn first, or it has to be taken back first, or it was used. */
export type SeatRule = 'refund-seat-invited' | 'refund-seat-held' | 'refund-seat-used';

export interface RefundFacts {
  readonly paidAt: Date;
  readonly atSale: boolean;
  /** Whether the product said, when it was bought, that its sale price can be refunded nevertheless. */
  readonly refundableOnSale: boolean;
  /** Of a gift: whether the recipient has opened it; from then on it is theirs (row N11). */
  readonly giftOpened: boolean;
  /** Of a seat: why it is not free; null when it is. */
  readonly seatRule: SeatRule | null;
  /** Lessons opened, free previews left out. */
  readonly accessed: number;
  /** Lessons of the course that count. */
  readonly countable: number;
}

export interface RefundDecision {
  /** Null: the policy allows it. */
  readonly refusedBy: RefundRule | null;
  readonly lessonsUsed: number;
  readonly lessonsAllowed: number;
  /** Whole days, the last one included; 0 once the time is over. */
  readonly daysLeft: number;
}

const dayMs = 86_400_000;

/** Whether the published policy gives the money back, and what is left of it. Of several rules the most general one is named. */
export function decideRefund(facts: RefundFacts, now: Date): RefundDecision {
  const leftMs = facts.paidAt.getTime() + refundPolicy.days * dayMs - now.getTime();
  return {
    refusedBy: refusal(facts, leftMs),
    lessonsUsed: facts.accessed,
    lessonsAllowed: refundPolicy.lessons,
    daysLeft: Math.max(0, Math.ceil(leftMs / dayMs)),
  };
}

function refusal({ atSale, refundableOnSale, giftOpened, seatRule, accessed, countable }: RefundFacts, leftMs: number): RefundRule | null {
  if (atSale && !refundableOnSale) return 'refund-sale';
  if (leftMs < 0) return 'refund-window';
  if (giftOpened) return 'refund-opened';
  if (seatRule) return seatRule;
  if (countable > 0 && accessed >= countable) return 'refund-finished';
  return accessed > refundPolicy.lessons ? 'refund-lessons' : null;
}
