const previewLetters = 180;

/** Cut to 180 characters plus an ellipsis (row C11); whole characters, never half an emoji. */
export function cutText(text: string): string {
  const letters = [...text];
  return letters.length <= previewLetters ? text : `${letters.slice(0, previewLetters).join('')}…`;
}
