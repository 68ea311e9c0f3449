// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { phoneDigits, writePhonesAsDigits } from './plain-phones';

test.each([
  ['0100 123 4567', '01001234567'],
  ['(0100) 123-4567', '01001234567'],
  ['+20 100 123 4567', '201001234567'],
  ['\u202a+20 100 123 4567\u202c', '201001234567'],
  ['0020-100-1234567', '201001234567'],
  ['+49 (0)170/1234567', '491701234567'],
  ['٠١٠٠ ١٢٣ ٤٥٦٧', '01001234567'],
  ['0100–123–4567', '01001234567'],
  ['01001234567', '01001234567'],
  ['call me', 'call me'],
  ['0100 1234567 ext 5', '0100 1234567 ext 5'],
  ['', ''],
])('the telephone number %s becomes %s [V1]', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits);
});

let stop: () => void;
beforeEach(() => {
  stop = writePhonesAsDigits();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

test.each(['change', 'submit'])(
  'a telephone field contains digits after %s, and its form hears of it [V1]',
  (event) => {
    document.body.innerHTML = '<form><input autocomplete="tel-national"><input autocomplete="name"></form>';
    const form = document.querySelector('form')!;
    const [phone, name] = document.querySelectorAll('input');
    const heard: string[] = [];
    phone!.addEventListener('input', () => heard.push(phone!.value));
    phone!.value = '+20 100 123 4567';
    name!.value = '12 34';
    (event === 'submit' ? form : phone!).dispatchEvent(new Event(event, { bubbles: true, cancelable: true }));
    expect([phone!.value, name!.value, heard]).toEqual(['201001234567', '12 34', ['201001234567']]);
  },
);

test('a telephone number of Arabic digits stays as typed [V1]', () => {
  document.body.innerHTML = '<input autocomplete="tel-national">';
  const phone = document.querySelector('input')!;
  phone.value = '٠١٠٠١٢٣٤٥٦٧';
  phone.dispatchEvent(new Event('change', { bubbles: true }));
  expect(phone.value).toBe('٠١٠٠١٢٣٤٥٦٧');
});
