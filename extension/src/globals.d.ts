/** The address of the server that the options suggest. build.ts defines it. */
declare const FOLDMARK_ORIGIN: string;
