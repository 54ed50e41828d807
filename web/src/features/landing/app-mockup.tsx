import { ChevronRight, Clock, CopyCheck, Folder, Inbox, Plus, Search, Star, Trash2 } from 'lucide-react';

import { classNames } from '#web/ui/style/class-names.ts';

import styles from './app-mockup.module.css';

/** A mockup of the app in HTML and CSS. Unlike an image file, it is sharp, small and follows the theme. */
export function AppMockup() {
  return (
    <div
      className={styles.window}
      role="img"
      aria-label="Foldmark with a tree of folders on the left, and a search for bread with its best matches and two duplicates on the right"
    >
      <div className={styles.header} aria-hidden="true">
        <span className={styles.newLink}>
          <Plus /> New Link
        </span>
        <span className={styles.search}>
          <Search /> <b>bread</b>
        </span>
      </div>
      <div className={styles.body} aria-hidden="true">
        <div className={styles.rail}>
          <span>
            <Inbox /> All Items <i>12,480</i>
          </span>
          <span>
            <Clock /> Recently added
          </span>
          <span>
            <Star /> Favorites <i>12</i>
          </span>
          <span>
            <CopyCheck /> Duplicates
          </span>
          <span>
            <Trash2 /> Trash
          </span>
          <span className={styles.gap}>
            <ChevronRight className={styles.open} /> <Folder /> Cooking <i>31</i>
          </span>
          <span className={styles.deeper}>
            <Folder /> Bread <i>5</i>
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
          <p>5 of 12,480 links</p>
          {ROWS.map(({ letter, hue, name: [before, match, after], domain, date, favorite }) => (
            <div className={styles.row} key={domain}>
              <span className={classNames(styles.favicon, styles[hue])}>{letter}</span>
              <span className={classNames('one-line', styles.name)}>
                {before}
                <mark>{match}</mark>
                {after}
              </span>
              <span className={classNames('one-line', styles.domain)}>{domain}</span>
              <span className={styles.date}>{date}</span>
              <Star className={favorite ? styles.favorite : styles.notFavorite} />
            </div>
          ))}
          <div className={styles.duplicates}>
            <CopyCheck />
            <span>
              <b>2 links, likely the same</b> Differ in http and https
            </span>
            <i>Merge this</i>
          </div>
        </div>
      </div>
    </div>
  );
}

const ROWS = [
  {
    letter: 'S',
    hue: 'amber',
    name: ['', 'Bread', ' for beginners: a starter in seven days'],
    domain: 'slowbread.example',
    date: 'Mar 11',
    favorite: true,
  },
  {
    letter: 'R',
    hue: 'rose',
    name: ['Rye ', 'bread', ', spelt and emmer compared'],
    domain: 'ryehouse.example',
    date: 'Feb 2',
    favorite: false,
  },
  {
    letter: 'C',
    hue: 'teal',
    name: ['What makes the crust of a ', 'bread', ''],
    domain: 'crumb.example',
    date: 'Nov 23, 2025',
    favorite: false,
  },
  {
    letter: 'H',
    hue: 'indigo',
    name: ['Hydration calculator for ', 'bread', ' dough'],
    domain: 'tools.example',
    date: 'Sep 26, 2025',
    favorite: true,
  },
  {
    letter: 'O',
    hue: 'green',
    name: ['', 'Bread', ' without a steam oven'],
    domain: 'ovenly.example',
    date: 'Jun 16, 2025',
    favorite: false,
  },
] as const;
