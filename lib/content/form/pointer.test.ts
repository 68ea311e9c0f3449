import { describe, expect, it } from 'vitest';
import { pathOf, valueAt, withValueAt } from './pointer';

describe('JSON pointers', () => {
  it('O1 S10 a pointer names a place', () => {
    expect(pathOf('/a~1b/~0c/0')).toEqual(['a/b', '~c', '0']);
    expect(pathOf('')).toEqual([]);
  });

  it('S10 no pointer reaches a prototype, and a malformed one is refused', () => {
    expect([pathOf('/__proto__/x'), pathOf('/constructor'), pathOf('a'), pathOf('/~2')]).toEqual([null, null, null, null]);
    expect(valueAt({}, ['toString'])).toBeUndefined();
  });

  it('O1 one place changes and the rest stays, in order', () => {
    const file = { title: 'a', list: [{ x: 1 }, { x: 2 }], end: true };
    expect(withValueAt(file, ['list', '1', 'x'], 3)).toEqual({ title: 'a', list: [{ x: 1 }, { x: 3 }], end: true });
    expect(JSON.stringify(withValueAt(file, ['title'], 'b'))).toBe('{"title":"b","list":[{"x":1},{"x":2}],"end":true}');
    expect(withValueAt(file, ['list', '-'], { x: 9 })).toMatchObject({ list: [{}, {}, { x: 9 }] });
    expect(withValueAt(file, ['list', 0], undefined)).toMatchObject({ list: [{ x: 2 }] });
    expect(withValueAt(file, ['no', 'way'], 1)).toBeNull();
    expect(withValueAt(file, ['list', 7], 1)).toBeNull();
  });
});
