import { useLayoutEffect, useRef, useState } from 'react';
import type { JsonValue } from '@/lib/content/form/form-node';

interface Texts { readonly item: string; readonly move_up: string; readonly move_down: string; readonly remove: string }

/** The items of a list under keys that go with them: what is unfolded stays so, the focus follows the item that is moved, and stays at the place of one that is removed. */
export function useItems(items: readonly JsonValue[], label: string, texts: Texts, write: (next: JsonValue[]) => void) {
  const [keys, setKeys] = useState<readonly number[]>(() => items.map((_, index) => index));
  const [begunWith] = useState(items.length);
  const nextKey = Math.max(begunWith - 1, ...keys) + 1;
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string[]>([]);
  if (keys.length !== items.length) setKeys(items.map((_, index) => keys[index] ?? nextKey + index));
  // A browser drops the focus of what leaves the document or changes its place in it.
  useLayoutEffect(() => {
    if (focused.current.length === 0) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled, [aria-disabled="true"])') ?? [])];
    const button = focused.current.map((name) => buttons.find((each) => each.ariaLabel === name)).find(Boolean) ?? list.current?.nextElementSibling;
    focused.current = [];
    if (button instanceof HTMLElement) button.focus();
  });
  const move = (from: number, to: number) => {
    const [item, key] = [items[from], keys[from]];
    if (item === undefined || key === undefined || to < 0 || to >= items.length || to === from) return;
    setKeys(keys.toSpliced(from, 1).toSpliced(to, 0, key));
    write(items.toSpliced(from, 1).toSpliced(to, 0, item));
    say(`${texts.item} ${from + 1} → ${to + 1}`);
  };
  const step = (from: number, by: 1 | -1) => {
    const names = [texts.move_up, texts.move_down].map((verb) => `${verb}: ${label} ${from + by + 1}`);
    focused.current = by === 1 ? names.reverse() : names;
    move(from, from + by);
  };
  const add = (item: JsonValue) => {
    setKeys([...keys, nextKey]);
    write([...items, item]);
  };
  const remove = (index: number) => {
    focused.current = [index + 1, index].map((number) => `${texts.remove}: ${label} ${number}`);
    setKeys(keys.toSpliced(index, 1));
    write(items.toSpliced(index, 1));
  };
  /** Added on this page: its key is none of the first. */
  const isNew = (index: number): boolean => (keys[index] ?? 0) >= begunWith;
  return { list, keys, said, move, step, add, remove, isNew };
}
