'use client';

import { useState } from 'react';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import type { JsonRequest } from '../../../../_session/json-call';
import { useAdminCall, type Outcome } from '../call/use-admin-call';
import { useConflict, type Stored } from '../conflict/use-conflict';
import { useDraft } from './use-draft';

export interface Json { [key: string]: JsonValue }

interface Given {
  readonly name: string;
  readonly node: GroupNode;
  readonly initial: Json;
  readonly version: string;
  /** Of the stored document; null while it is new. */
  readonly url: string | null;
  /** Of the call's answers: where the version is. */
  readonly versionField: string;
}

/** Of the call's answer: what the form edits. */
const storedOf = (answer: Json, { fields }: GroupNode, versionField: string): Stored<Json> =>
  ({ version: String(answer[versionField] ?? ''), value: Object.fromEntries(Object.entries(answer).filter(([name]) => fields.some((field) => field.name === name))) });

/** A document that is saved whole: what is typed, what became of saving it, and both versions when somebody else was first. */
export function useDocument({ name, node, initial, version, url, versionField }: Given) {
  const { call, busy } = useAdminCall();
  const draft = useDraft<Json>(name, initial, version);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { theirs, look, forget } = useConflict(url, (answer: Json) => storedOf(answer, node, versionField));
  const send = async (request: JsonRequest): Promise<Outcome<Json>> => {
    const result = await call<Json>(request);
    setOutcome(result);
    await look(result);
    return result;
  };
  const leaveConflict = () => {
    setOutcome(null);
    forget();
  };
  /** After a conflict: what is typed goes on over the other one's version. */
  const goOn = (value: Json) => {
    if (theirs) draft.rebase(value, theirs.version, theirs.value);
    leaveConflict();
  };
  const takeTheirs = () => {
    if (theirs) draft.settle(theirs.value, theirs.version);
    leaveConflict();
  };
  const discard = () => {
    draft.settle(initial, version);
    leaveConflict();
  };
  return { ...draft, busy, outcome, theirs, send, goOn, takeTheirs, discard };
}
