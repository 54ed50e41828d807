import { PageMeta } from '#web/ui/page-meta.tsx';

import styles from './policy-screen.module.css';

export function PolicyScreen() {
  return (
    <main className={styles.policy}>
      <PageMeta
        title="Terms of Service and Privacy Policy"
        description="What you agree to when you use Foldmark, and what Foldmark does with your data."
        path="/policy"
      />
      <h1>Terms of Service and Privacy Policy</h1>
      <p className={styles.meta}>In force since 1 November 2026</p>

      <h2>Terms of Service</h2>
      <h3>The service</h3>
      <p>
        Foldmark keeps links for you: their addresses, the names and images you give them, and the folders you
        file them in. It is offered as it is. We do our best to keep it running and your data safe, and we
        cannot promise that it never fails. Keep a copy of what you cannot do without.
      </p>
      <h3>Your account</h3>
      <p>
        You need an account, made with Google or with an email address and a password. Keep your password to
        yourself; what is done through your account counts as done by you. One account is for one person.
      </p>
      <h3>What is not allowed</h3>
      <ul>
        <li>Storing or spreading what is against the law, such as malware or images you have no right to.</li>
        <li>Attacking the service, overloading it on purpose, or trying to read what belongs to others.</li>
        <li>Creating accounts by machine.</li>
      </ul>
      <h3>What is yours stays yours</h3>
      <p>
        You keep every right to what you store. You allow us to store, copy and transmit it as far as the
        service needs to show it to you, and nothing beyond that.
      </p>
      <h3>The end</h3>
      <p>
        You can delete your account at any time in the settings. We may close an account that breaks these
        terms, and will say why. If we ever end the service, we will say so at least 30 days before.
      </p>

      <h2>Privacy Policy</h2>
      <h3>What we store</h3>
      <ul>
        <li>Your email address, your display name, your time zone and the time your account was made.</li>
        <li>Your links, folders and favorites, and the images you upload for them.</li>
        <li>Logs of requests without their contents, kept for 30 days, to find faults and misuse.</li>
      </ul>
      <h3>What for</h3>
      <p>
        To run the service for you, and for nothing else. There are no advertisements and no tracking, and we
        neither sell nor rent data to anybody.
      </p>
      <h3>Where</h3>
      <p>
        Accounts and data are kept with Google Firebase, uploaded images with Amazon Web Services, both in the
        United States. When you save a link, our server fetches its page once to learn its title and icon.
        Images you upload have an address that is hard to guess and that anybody can open who has it.
      </p>
      <h3>In your browser</h3>
      <p>
        Your library is kept in the storage of your browser, so that it opens quickly and reads offline,
        together with your login and your settings. It is removed when you log out. We set no other cookies.
      </p>
      <h3>Your rights</h3>
      <p>
        You can see, correct and delete what we store of you in the app itself. Deleting a link for ever
        removes its content at once and its trace after 30 days. Deleting your account removes everything.
      </p>
    </main>
  );
}
