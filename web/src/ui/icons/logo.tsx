/** A folded bookmark, the same as favicon.svg. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#4f46d8" />
      <path
        d="M10 7.5h12a1 1 0 0 1 1 1v16.2a.8.8 0 0 1-1.3.6L16 20.6l-5.7 4.7a.8.8 0 0 1-1.3-.6V8.5a1 1 0 0 1 1-1Z"
        fill="#fff"
      />
      <path d="M16.6 7.5H22a1 1 0 0 1 1 1v5.4Z" fill="#c7c4fb" />
    </svg>
  );
}
