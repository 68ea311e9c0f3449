/** Somebody as they would fill in a form. */
export interface Person { name: string; email: string; phone: string; password: string }

let made = 0;

/** An address that nobody has, not even in another run on the same database. */
export const freshEmail = (name = 'learner'): string => `${name}.${process.pid}.${Date.now()}.${(made += 1)}@learner.example`;

/** No common password, and not like any name or address here. */
export const password = 'river-lantern-42';

export const newPerson = (): Person => ({ name: 'منى عادل', email: freshEmail(), phone: '01001234567', password });
