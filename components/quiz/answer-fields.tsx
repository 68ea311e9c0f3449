'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Field, Select } from '@/components/form/field';
import { MoveButtons } from '@/components/form/move-buttons';
import { CodeText } from '@/components/ui/text/code-text';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import { isUnreadable } from '@/lib/numbers';
import { fillPlaceholders, type QuestionLabels } from './quiz-labels';
import styles from './question-fields.module.css';

/** `places` holds each item's position from 1 (0: none), or is null until the learner has ordered anything. */
interface OrderingFieldProps {
  name: string;
  items: string[];
  places: number[] | null;
  labels: QuestionLabels;
}

export function OrderingField(props: OrderingFieldProps) {
  const choices = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<{ places: number[] | null } | null>(null);
  useEffect(() => {
    // Keep positions selected before hydration.
    const places = [...(choices.current?.querySelectorAll('select') ?? [])].map(({ value }) => Number(value));
    setChosen({ places: places.some((place) => place > 0) ? places : null });
  }, []);
  if (chosen) return <MovedItems {...props} places={chosen.places} />;
  return (
    <div ref={choices} className={styles.items}>
      <PlaceChoices {...props} />
    </div>
  );
}

function PlaceChoices({ name, items, places, labels }: OrderingFieldProps) {
  return (
    <>
      <p className={styles.help}>{labels.placeHelp}</p>
      {items.map((item, index) => (
        <Select
          key={index}
          name={`${name}.${index}`}
          label={<CodeText>{fillPlaceholders(labels.placeOf, { item })}</CodeText>}
          defaultValue={String(places?.[index] ?? 0)}
        >
          <option value="0">{labels.noPlace}</option>
          {items.map((_item, place) => (
            <option key={place} value={place + 1}>
              {place + 1}
            </option>
          ))}
        </Select>
      ))}
    </>
  );
}

const orderOf = (items: string[], places: number[] | null): number[] =>
  [...items.keys()].sort((one, other) => (places?.[one] || items.length + 1) - (places?.[other] || items.length + 1));

function MovedItems({ name, items, places, labels }: OrderingFieldProps) {
  const [order, setOrder] = useState(() => orderOf(items, places));
  const [isAnswered, setAnswered] = useState(places !== null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const pressedButton = useRef<{ at: number; by: 1 | -1 } | null>(null);
  // Browsers drop the focus of an element that moves in the document.
  useLayoutEffect(() => {
    if (!pressedButton.current) return;
    const { at, by } = pressedButton.current;
    pressedButton.current = null;
    list.current?.children[at]?.querySelectorAll('button')[by === -1 ? 0 : 1]?.focus();
  }, [order]);
  const move = (from: number, by: 1 | -1) => {
    pressedButton.current = { at: from + by, by };
    setAnnouncement(
      fillPlaceholders(labels.movedTo, { item: items[order[from]!]!, place: from + by + 1, count: items.length }),
    );
    const moved = [...order];
    moved.splice(from + by, 0, ...moved.splice(from, 1));
    setOrder(moved);
    setAnswered(true);
  };
  return (
    <>
      <p className={styles.help}>{labels.orderingHelp}</p>
      <ol ref={list} className={styles.items}>
        {order.map((item, index) => (
          <li key={item} className={styles.item}>
            <span aria-hidden="true">{index + 1}</span>
            <span className={styles.itemText} dir="auto">
              <CodeText>{items[item]!}</CodeText>
            </span>
            {isAnswered && <input type="hidden" name={`${name}.${item}`} value={index + 1} />}
            <MoveButtons
              labels={labels}
              name={items[item]!}
              isFirst={index === 0}
              isLast={index === order.length - 1}
              onMove={(by) => move(index, by)}
            />
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </>
  );
}

export function NumberField({ name, typed, labels }: { name: string; typed: string; labels: QuestionLabels }) {
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(() => isUnreadable(typed));
  useEffect(() => setWrong(isUnreadable(input.current?.value ?? '')), []);
  return (
    <Field
      ref={input}
      name={name}
      label={labels.yourNumber}
      latin
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
      className={styles.numberField}
      defaultValue={typed}
      error={isWrong ? labels.numberUnreadable : undefined}
      onBlur={({ target }) => setWrong(isUnreadable(target.value))}
      onInput={({ currentTarget }) => setWrong((before) => before && isUnreadable(currentTarget.value))}
    />
  );
}
