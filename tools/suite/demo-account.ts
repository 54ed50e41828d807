/** The demo account of emulator-data/. It exists only in the local Auth emulator. */
export const DEMO_ACCOUNT = { email: 'demo@foldmark.test', password: 'fold-and-mark' } as const;
