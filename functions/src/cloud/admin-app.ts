import { type App, getApps, initializeApp } from 'firebase-admin/app';

/** The one app of this process, made at its first use. */
export function adminApp(): App {
  return getApps()[0] ?? initializeApp();
}
