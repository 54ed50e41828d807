/** The account that stands in for a real one. The app and the functions know these names too. */
export const LOCAL_PROJECT_ID = 'demo-foldmark';
export const LOCAL_BUCKET = 'foldmark-local';
