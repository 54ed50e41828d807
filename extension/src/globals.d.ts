/** The address of the server that the options suggest. vite.config.ts defines it. */
declare const FOLDMARK_ORIGIN: string;
