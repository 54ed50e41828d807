import type { Input, SignedInPath } from '@foldmark/contract/endpoints';

/** Input that each call accepts; what it names need not be there. */
export const SAMPLES: { readonly [P in SignedInPath]: Input<P> } = {
  '/users/login-register/': { uid: 'somebody' },
  '/users/get/': {},
  '/users/get-auth/': {},
  '/users/update/': { display_name: 'Ada' },
  '/users/delete/': {},
  '/favorites/list/': {},
  '/favorites/toggle/': { object_id: 1, object_type: 'link' },
  '/folders/get/': { folder_id: 1 },
  '/folders/list/': {},
  '/folders/create/': { name: 'a folder' },
  '/folders/update/': { folder_id: 1, name: 'a folder', status_id: 1 },
  '/folders/update-parent/': { folder_id: 1, parent_folder_id: 0 },
  '/folders/update-image/': { folder_id: 1, s3_bucket: '', s3_key: '' },
  '/folders/add-link/': { folder_id: 1, link_id: 1 },
  '/folders/remove-link/': { folder_id: 1, link_id: 1 },
  '/folders/delete/': { folder_id: 1 },
  '/folder-links/list/': {},
  '/links/get/': { link_id: 1 },
  '/links/list/': {},
  '/links/create/': { url: 'https://example.com/' },
  '/links/update/': { link_id: 1, url: 'https://example.com/', name: 'a link', status_id: 1 },
  '/links/update-image/': { link_id: 1, s3_bucket: '', s3_key: '' },
  '/links/delete/': { link_id: 1 },
  '/trash/empty/': {},
};
