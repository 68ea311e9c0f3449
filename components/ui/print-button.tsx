'use client';

import { Button } from './button';

export const PrintButton = ({ label }: { label: string }) => (
  <Button variant="secondary" icon="file" onClick={() => window.print()}>
    {label}
  </Button>
);
