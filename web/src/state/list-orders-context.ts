import { createContext } from 'react';

import type { ListOrders } from './list-orders.ts';

export const ListOrdersContext = createContext<ListOrders | null>(null);
