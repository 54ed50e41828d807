/** A folder record for the tree of a test. */
export const folder = (name: string, parent_folder_id: number, status_id: 1 | 2 = 1) => ({
  name,
  status_id,
  parent_folder_id,
});
