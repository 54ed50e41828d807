import { useServices } from '#web/hooks/services.ts';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';

import styles from './policy-screen.module.css';

export function PolicyScreen() {
  return (
    <main className={styles.policy}>
      <PageMeta
        title="Terms of Service and Privacy Policy"
        description="The terms you agree to when you use Foldmark, and how Foldmark handles your data."
        path="/policy"
      />
      <h1>Terms of Service and Privacy Policy</h1>
      <p className={styles.meta}>In force since 1 November 2026</p>
      <TermsOfService />
      <h2>Privacy Policy</h2>
      <StoredData />
      <UseOfData />
      <DataInBrowser />
      <Rights />
      <p className={styles.meta}>
        Foldmark is built with open source software:{' '}
        <a href="/THIRD-PARTY-NOTICES.txt">third-party notices</a>.
      </p>
    </main>
  );
}

function TermsOfService() {
  return (
    <>
      <h2>Terms of Service</h2>
      <h3>The service</h3>
      <p>
        Foldmark stores your links: their addresses, the names and images you give them, and the folders you
        put them in. We provide the service as is. We work to keep it running and your data safe, but we can't
        guarantee that it never fails. Keep a copy of anything you can't afford to lose.
      </p>
      <h3>Your account</h3>
      <p>
        You need an account. You create it with Google or with an email address and a password. Keep your
        password and the tokens of your apps secret. You are responsible for everything done with your
        account. One account is for one person.
      </p>
      <h3>Prohibited uses</h3>
      <ul>
        <li>Storing or sharing illegal content, such as malware or images you don't have the rights to.</li>
        <li>Attacking the service, overloading it on purpose, or trying to read other people's data.</li>
        <li>Creating accounts automatically.</li>
      </ul>
      <h3>Your content</h3>
      <p>
        You keep all rights to what you store. You allow us to store, copy and transmit it only as needed to
        provide the service to you.
      </p>
      <h3>Ending your account</h3>
      <p>
        You can delete your account in Settings at any time. We may close an account that breaks these terms,
        and we will tell you why. If we shut down the service, we will announce it at least 30 days before.
      </p>
    </>
  );
}

function StoredData() {
  return (
    <>
      <h3>What we store</h3>
      <ul>
        <li>Your email address, your display name, your time zone and when you created your account.</li>
        <li>Your links, folders and favorites, and the images you upload for them.</li>
        <li>
          What you change together or import, kept for 30 days, so that you can undo it. The file that you
          import stays on your device.
        </li>
        <li>
          The apps that you connect: their names and websites, what they may do, the browser in which you
          connected them, and the day they last used your library. Until 30 days after they end.
        </li>
        <li>
          Request logs, kept for 30 days, to find errors and abuse. They contain the path, status and duration
          of each request, its IP address and the name of the browser, and no content.
        </li>
      </ul>
    </>
  );
}

function UseOfData() {
  return (
    <>
      <h3>How we use it</h3>
      <p>
        We use your data only to run the service for you. There are no ads and no tracking. We don't sell or
        rent your data.
      </p>
      <h3>Where we store it</h3>
      <p>
        Google Firebase stores accounts and data, and Amazon Web Services stores images, icons and pictures of
        pages, both in the United States. When you save a link, our server reads its page to get the title,
        description, icon and picture, up to four times if the site doesn't answer, and again if you change
        the address. For imported links, it reads a page or two of each site to get the icons, unless you turn
        that off before the import, and their pages only if you choose to fetch pictures. Uploaded images have
        addresses that are hard to guess, but anyone who has the address can open the image.
      </p>
    </>
  );
}

function DataInBrowser() {
  const { usesAppCheck } = useServices();
  return (
    <>
      <h3>In your browser</h3>
      <p>
        Your browser stores your library and your login, so that the app opens quickly and you can read your
        library offline. Logging out removes both. Only two preferences stay: the theme and the widths of the
        rails. The demo stays in its tab until you close it, and sends us nothing. We set no cookies.
      </p>
      <p>
        The browser extension stores a copy of your library, what you changed without a network, and a token
        of its own in your browser, until you disconnect or remove it. It sends us what you save and change,
        and no address of a page that you only visit.
      </p>
      {usesAppCheck ? (
        <>
          <h3>Protection against bots</h3>
          <p>
            To keep scripts out, every page loads Google reCAPTCHA. It sends Google data about your browser
            and how you use the page, and may set a cookie for Google.
          </p>
        </>
      ) : null}
    </>
  );
}

function Rights() {
  return (
    <>
      <h3>Your rights</h3>
      <p>
        You can view, correct and delete your data in the app. Deleting a link forever removes its content
        from your library, and what we keep for undo goes within 30 days. An empty record of the deletion is
        removed after 30 days. An image you replace or remove is deleted a day later, because you can undo it
        until then. Deleting your account removes your profile, links, folders and images. Our image storage
        keeps a hashed identifier without content. Logs expire after 30 days, and copies in backups within 14
        days.
      </p>
    </>
  );
}
