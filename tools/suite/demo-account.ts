/** The account of emulator-data/, for looking around; it exists only in the local Auth emulator. */
export const DEMO_ACCOUNT = { email: 'demo@foldmark.test', password: 'fold-and-mark' } as const;
