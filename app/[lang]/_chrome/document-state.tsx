'use client';

import { useLayoutEffect } from 'react';
import { signedInHint } from './signed-in-hint';

/** A change of language makes a new `<html>`, for which the head's script does not run again. */
export function DocumentState() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.auth = signedInHint();
    const theme = localStorage.getItem('theme');
    if (theme) dataset.theme = theme;
  }, []);
  return null;
}
