'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import type { MouseEvent, ReactNode } from 'react';
import { TabLink, Tabs } from './tab-links';
import styles from './page-parts.module.css';

const partParameter = 'part';

interface PagePartsProps {
  label: string;
  parts: ReadonlyArray<{ name: string; label: string; content: ReactNode }>;
}

/** Splits a long page into parts with their own URLs. All parts stay mounted, so switching keeps typed text. */
export function PageParts({ label, parts }: PagePartsProps) {
  const partInUrl = useSearchParams().get(partParameter);
  const current = parts.find(({ name }) => name === partInUrl) ?? parts[0];
  return (
    <>
      <Tabs label={label}>
        {parts.map((part) => (
          <PartLink key={part.name} name={part.name} current={part === current}>
            {part.label}
          </PartLink>
        ))}
      </Tabs>
      {parts.map((part) => (
        <div key={part.name} className={styles.part} hidden={part !== current}>
          {part.content}
        </div>
      ))}
    </>
  );
}

export function PartLink({
  name,
  current = false,
  children,
}: {
  name: string;
  current?: boolean;
  children: ReactNode;
}) {
  const href = `${usePathname()}?${partParameter}=${name}`;
  const showPart = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    window.history.pushState(null, '', href);
  };
  return (
    <TabLink href={href} current={current} onClick={showPart}>
      {children}
    </TabLink>
  );
}
