import { createContext } from 'react';

import type { ListChoices, ListOrder, Look } from './list-choices.ts';

interface Choices {
  readonly orders: ListChoices<ListOrder>;
  readonly looks: ListChoices<Look>;
}

export const ListChoicesContext = createContext<Choices | null>(null);
