/** The eight-pointed star (khatam): two squares, one turned by 45 degrees. Decorative. */
export function Star({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="-50 -50 100 100" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true" focusable="false">
      <path d="M-33-33h66v66h-66zM0-46.7 46.7 0 0 46.7-46.7 0z" />
      <path d="M0-25.5 18-18 25.5 0 18 18 0 25.5-18 18-25.5 0-18-18z" />
    </svg>
  );
}
