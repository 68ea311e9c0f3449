// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { NavigationLinks, SearchLink } from './navigation-links';

vi.mock('next/navigation', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  usePathname: () => '/en/home',
}));

test('menu links work without an error in a browser without popovers [B1, B3]', () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover');
  const failed = vi.fn();
  window.addEventListener('error', failed);
  const menu = document.body.appendChild(document.createElement('nav'));
  menu.id = 'menu';
  const root = createRoot(menu);
  act(() =>
    root.render(
      <>
        <NavigationLinks lang="en" tabs={[{ label: 'Work', route: '/work' }]} />
        <SearchLink lang="en" label="Search" />
      </>,
    ),
  );
  for (const link of menu.querySelectorAll('a'))
    act(() => {
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    });
  expect([menu.querySelectorAll('a').length, failed.mock.calls]).toEqual([2, []]);
  act(() => root.unmount());
});
