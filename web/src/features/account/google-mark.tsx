/** Google requires its logo, in its colours, on buttons that open its login. */
export function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="16" height="16" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M47 24.5c0-1.7-.1-3.3-.4-4.8H24v9.1h12.9a11 11 0 0 1-4.8 7.2v6h7.8C44.4 37.9 47 31.8 47 24.5Z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.8-6c-2.1 1.5-4.9 2.3-8.1 2.3-6.3 0-11.6-4.2-13.5-9.9h-8v6.2A24 24 0 0 0 24 48Z"
      />
      <path fill="#fbbc05" d="M10.5 28.6a14.4 14.4 0 0 1 0-9.2v-6.2h-8a24 24 0 0 0 0 21.6l8-6.2Z" />
      <path
        fill="#ea4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9A24 24 0 0 0 2.5 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5Z"
      />
    </svg>
  );
}
