import type { FirebaseApp } from 'firebase/app';
import { getToken, initializeAppCheck, ReCaptchaEnterpriseProvider } from 'firebase/app-check';

/** The App Check token of this browser, or null where there is none. With `fresh`, one that was issued just now. */
export type AppTokenSource = (options: { readonly fresh: boolean }) => Promise<string | null>;

/**
 * Lets reCAPTCHA Enterprise vouch for this browser. The SDKs of Auth and Firestore then send the token by themselves; for our
 * own API we ask for it. Only deployments that switch App Check on load this module.
 */
export function startAppCheck(app: FirebaseApp, siteKey: string): AppTokenSource {
  const appCheck = initializeAppCheck(app, {
    provider: new ReCaptchaEnterpriseProvider(siteKey),
    isTokenAutoRefreshEnabled: true,
  });
  return async ({ fresh }) => {
    try {
      return (await getToken(appCheck, fresh)).token;
    } catch (error) {
      // The call goes without it, and the server says what is missing.
      console.warn('App Check gave no token.', error);
      return null;
    }
  };
}
