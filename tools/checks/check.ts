/** `npm run check`: everything that can be said about the code without running it. */
import { runChecks } from './checks.ts';

const { failed } = await runChecks();
process.exit(failed === 0 ? 0 : 1);
