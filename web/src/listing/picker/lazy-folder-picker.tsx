import { overlay } from '#web/ui/loading/loadable.tsx';

export const { Component: LazyFolderPicker, load: loadFolderPicker } = overlay(
  async () => (await import('./folder-picker.tsx')).FolderPicker,
);
