import { ChevronRight, Clock, Folder, FolderOpen, Inbox, Plus, Search, Star, Trash2 } from 'lucide-react';

import { classNames } from '#web/ui/style/class-names.ts';

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
            <Clock /> Recently added
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
          <p>All Items / Cooking</p>
          <b>
            <FolderOpen /> Bread
          </b>
          {ROWS.map(({ letter, hue, name, domain, date, favorite }) => (
            <div className={styles.row} key={name}>
              <span className={classNames(styles.favicon, styles[hue])}>{letter}</span>
              <span className={classNames('one-line', styles.name)}>{name}</span>
              <span className={classNames('one-line', styles.domain)}>{domain}</span>
              <span className={styles.date}>{date}</span>
              <Star className={favorite ? styles.favorite : styles.notFavorite} />
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
    date: 'Mar 11',
    favorite: true,
  },
  {
    letter: 'R',
    hue: 'rose',
    name: 'Rye, spelt and emmer compared',
    domain: 'ryehouse.example',
    date: 'Feb 2',
    favorite: false,
  },
  {
    letter: 'C',
    hue: 'teal',
    name: 'Crumb, crust and what makes them',
    domain: 'crumb.example',
    date: 'Nov 23, 2025',
    favorite: false,
  },
  {
    letter: 'H',
    hue: 'indigo',
    name: 'Hydration calculator',
    domain: 'tools.example',
    date: 'Sep 26, 2025',
    favorite: true,
  },
  {
    letter: 'O',
    hue: 'green',
    name: 'Ovens: steam without a steam oven',
    domain: 'ovenly.example',
    date: 'Jun 16, 2025',
    favorite: false,
  },
] as const;
