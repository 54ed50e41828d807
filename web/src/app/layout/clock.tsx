import { useEffect, useState } from 'react';

import styles from './clock.module.css';

const CLOCK_REFRESH_MS = 10_000;
const TIME = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

export function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, CLOCK_REFRESH_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <time className={styles.clock} dateTime={now.toISOString()}>
      {TIME.format(now)}
    </time>
  );
}
