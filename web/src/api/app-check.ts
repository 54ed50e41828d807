import type { FirebaseApp } from 'firebase/app';
import { getToken, initializeAppCheck, ReCaptchaEnterpriseProvider } from 'firebase/app-check';

/** The browser's App Check token, or null if there is none. `fresh` forces a new token. */
export type AppTokenSource = (options: { readonly fresh: boolean }) => Promise<string | null>;

/**
 * Starts App Check with reCAPTCHA Enterprise. The SDKs of Auth and Firestore send its token themselves; the API client gets it
 * from the returned function. Only deployments with App Check load this module.
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
      // The call is sent without a token, and the server refuses it with a message.
      console.warn('App Check returned no token.', error);
      return null;
    }
  };
}
