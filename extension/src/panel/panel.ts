import './panel.css';

import { h } from '#extension/ui/h.ts';

import { Panel } from './panel-page.ts';

const main = document.querySelector('main') ?? document.body.appendChild(h('main'));
const panel = new Panel(main);
void panel.start();
