'use client';

import { Button } from '../../../_ui/button';

export const PrintButton = ({ label }: { label: string }) => <Button variant="secondary" onClick={() => window.print()}>{label}</Button>;
