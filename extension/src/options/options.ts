import './options.css';
import { h, setChildren } from '#extension/ui/h.ts';
import { logo } from '#extension/ui/icon.ts';

import { connectionSection } from './connection-section.ts';
import { pagesSection } from './pages-section.ts';
import { waitingSection } from './waiting-section.ts';

const main = document.querySelector('main');
if (main !== null)
  setChildren(
    main,
    h('h1', {}, logo(), 'Foldmark settings'),
    connectionSection(),
    pagesSection(),
    waitingSection(),
  );
