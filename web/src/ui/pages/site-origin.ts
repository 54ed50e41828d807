import { createContext } from 'react';

/** The production origin, for canonical URLs on every host. */
export const SiteOrigin = createContext('');
