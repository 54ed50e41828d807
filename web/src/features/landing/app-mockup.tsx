import { ChevronRight, Ellipsis, Folder, FolderOpen, Inbox, Plus, Search, Star, Trash2 } from 'lucide-react';

import { classNames } from '#web/ui/class-names.ts';

import styles from './app-mockup.module.css';

/** A mockup of the app in HTML and CSS. Unlike an image file, it is sharp, small and follows the theme. */
export function AppMockup() {
  return (
    <div
      className={styles.window}
      role="img"
      aria-label="Foldmark with a tree of folders on the left and the links of one folder on the right"
    >
      <div className={styles.header} aria-hidden="true">
        <span className={styles.newLink}>
          <Plus /> New Link
        </span>
        <span className={styles.search}>
          <Search /> search my links
        </span>
      </div>
      <div className={styles.body} aria-hidden="true">
        <div className={styles.rail}>
          <span>
            <Inbox /> All Items <i>248</i>
          </span>
          <span>
            <Star /> Favorites <i>12</i>
          </span>
          <span>
            <Trash2 /> Trash
          </span>
          <span className={styles.gap}>
            <ChevronRight className={styles.open} /> <Folder /> Cooking <i>31</i>
          </span>
          <span className={classNames(styles.deeper, styles.current)}>
            <FolderOpen /> Bread <i>5</i>
          </span>
          <span className={styles.deeper}>
            <Folder /> Weeknights <i>18</i>
          </span>
          <span>
            <ChevronRight /> <Folder /> Reading list <i>64</i>
          </span>
          <span>
            <ChevronRight /> <Folder /> Work <i>97</i>
          </span>
        </div>
        <div className={styles.main}>
          <p>
            All Items <ChevronRight /> Cooking <ChevronRight /> <b>Bread</b>
          </p>
          {ROWS.map(({ letter, hue, name, domain, favorite }) => (
            <div className={styles.row} key={name}>
              <Star className={classNames(favorite && styles.favorite)} />
              <span className={classNames(styles.favicon, styles[hue])}>{letter}</span>
              <span className={styles.name}>{name}</span>
              <span className={styles.domain}>{domain}</span>
              <Ellipsis />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const ROWS = [
  {
    letter: 'S',
    hue: 'amber',
    name: 'A sourdough starter in seven days',
    domain: 'slowbread.example',
    favorite: true,
  },
  {
    letter: 'R',
    hue: 'rose',
    name: 'Rye, spelt and emmer compared',
    domain: 'ryehouse.example',
    favorite: false,
  },
  {
    letter: 'C',
    hue: 'teal',
    name: 'Crumb, crust and what makes them',
    domain: 'crumb.example',
    favorite: false,
  },
  { letter: 'H', hue: 'indigo', name: 'Hydration calculator', domain: 'tools.example', favorite: true },
  {
    letter: 'O',
    hue: 'green',
    name: 'Ovens: steam without a steam oven',
    domain: 'ovenly.example',
    favorite: false,
  },
] as const;
