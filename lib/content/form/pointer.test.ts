import { describe, expect, it } from 'vitest';
import { parsePointer, valueAt, withValueAt } from './values';

describe('JSON pointers', () => {
  it('a pointer becomes a path [O1, S10]', () => {
    expect(parsePointer('/a~1b/~0c/0')).toEqual(['a/b', '~c', '0']);
    expect(parsePointer('')).toEqual([]);
  });

  it('no pointer reaches a prototype, and a malformed one is refused [S10]', () => {
    expect([
      parsePointer('/__proto__/x'),
      parsePointer('/constructor'),
      parsePointer('a'),
      parsePointer('/~2'),
    ]).toEqual([null, null, null, null]);
    expect(valueAt({}, ['toString'])).toBeUndefined();
  });

  it('changes one place and keeps the rest in order [O1]', () => {
    const file = { title: 'a', list: [{ x: 1 }, { x: 2 }], end: true };
    expect(withValueAt(file, ['list', '1', 'x'], 3)).toEqual({ title: 'a', list: [{ x: 1 }, { x: 3 }], end: true });
    expect(JSON.stringify(withValueAt(file, ['title'], 'b'))).toBe('{"title":"b","list":[{"x":1},{"x":2}],"end":true}');
    expect(withValueAt(file, ['list', '-'], { x: 9 })).toMatchObject({ list: [{}, {}, { x: 9 }] });
    expect(withValueAt(file, ['list', 0], undefined)).toMatchObject({ list: [{ x: 2 }] });
    expect(withValueAt(file, ['no', 'way'], 1)).toBeNull();
    expect(withValueAt(file, ['list', 7], 1)).toBeNull();
  });
});
