import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';

import { openFile } from '#web/import/open-file.ts';

import { SAMPLE_LIBRARY } from './sample-library.ts';
import { startImport, type StartedImport, type StartImportDeps } from './start-import.ts';

/** Imports the sample library like a file of the user, so that the undo of the import removes it. */
export async function startSample(deps: Pick<StartImportDeps, 'open' | 'report'>): Promise<StartedImport> {
  const file = openFile();
  try {
    const preview = await file.call('read', new File([SAMPLE_LIBRARY], 'sample.html'));
    if ('refused' in preview) return { id: '', errors: [preview.hint] };
    return await startImport({
      ...deps,
      file,
      preview,
      target: ROOT_FOLDER_ID,
      tagsAsFolders: false,
      // A sample that the user soon removes needs no icons.
      icons: false,
      name: 'a sample library',
    });
  } catch (error) {
    deps.report('The sample library could not be read.', error);
    return { id: '', errors: ['Please try again.'] };
  } finally {
    file.close();
  }
}
