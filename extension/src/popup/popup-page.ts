import { likelyKey } from '@foldmark/library/duplicates/link-identity';
import { shownName } from '@foldmark/library/entities/link-text';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';

import type { Told } from '#extension/background/told.ts';
import type { PageState } from '#extension/pages/page-state.ts';
import { StoreError } from '#extension/platform/store.ts';
import { type NewGesture, PerformError } from '#extension/queue/perform.ts';
import { iconButton } from '#extension/ui/button.ts';
import type { ChosenFolder } from '#extension/ui/folder-rows.ts';
import { h, setChildren } from '#extension/ui/h.ts';
import { logo } from '#extension/ui/icon.ts';
import { undoLine } from '#extension/ui/undo-line.ts';

import { type PageForm, saveGesture } from './gestures.ts';
import { type NoticesView, noticesView } from './notices-view.ts';
import type { PopupServices } from './popup-services.ts';
import { notices, popupView, type PopupView } from './popup-view.ts';
import { savedInText } from './popup-texts.ts';
import { keyOf, type ShownView, shownView } from './shown-view.ts';
import { noteOf, type PageContent, type TabPage, tabPage } from './tab-page.ts';

/** Changes that wait longer are told. */
const LATE_MS = 2000;
/** How long "save at once" waits for the selected text. */
const CONTENT_MS = 300;

interface Folders {
  readonly tree: FolderTree;
  readonly recent: readonly Key[];
}

/** The popup of one tab. It shows the state of the page, and shows it again after each change. */
export class PopupPage {
  readonly #services: PopupServices;
  readonly #page: TabPage;
  readonly #title = h('h1', { class: 'title' });
  readonly #tools = h('div', {});
  readonly #address = h('p', { class: 'muted one-line address', dir: 'ltr' });
  readonly #canonical = h('p', { class: 'muted one-line address', dir: 'ltr' });
  readonly #body = h('div', { class: 'body' });
  readonly #notices: NoticesView;
  readonly #undo = undoLine({ onUndone: () => void this.#afterUndo() });
  #state: PageState | null = null;
  #isFull = false;
  #folders: Folders | null = null;
  #shown: ShownView | null = null;
  /** What the last save contained, for the form after its undo. */
  #draft: PageForm | null = null;
  /** The gesture that the line calls done. */
  #done: string | null = null;
  /** Whether the last gesture is stored. */
  #stored = Promise.resolve(true);
  /** The last refresh that has begun, and the last one that shows. */
  #begun = 0;
  #applied = 0;
  #late: { isNow: boolean; timer: ReturnType<typeof setTimeout> | null } = { isNow: false, timer: null };

  constructor(services: PopupServices) {
    this.#services = services;
    this.#page = tabPage(services.tab);
    this.#notices = noticesView({
      ...services,
      attempt: (task) => void this.#attempt(task),
      onEmpty: () => this.#shown?.focus(),
    });
  }

  /** Shows the popup. Resolves when the person can use it. */
  async open(main: HTMLElement): Promise<void> {
    const { close, openOptions, onChanged } = this.#services;
    main.replaceChildren(
      h(
        'header',
        { class: 'head' },
        logo(),
        this.#title,
        this.#tools,
        iconButton('settings', 'Options', openOptions),
      ),
      this.#address,
      this.#canonical,
      this.#notices.element,
      this.#body,
      this.#undo.element,
    );
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // The browser would stop the popup before it has stored the last gesture.
      event.preventDefault();
      void this.#stored.then((isStored) => {
        if (isStored) close();
      });
    });
    // The popup closes when the person clicks beside it.
    for (const event of ['blur', 'pagehide'])
      addEventListener(event, () => {
        this.#shown?.leave();
      });
    for (const event of ['online', 'offline'])
      addEventListener(event, () => {
        this.#showNotices();
      });
    onChanged(() => void this.refresh());
    await this.refresh();
    this.#shown?.focus();
    void this.#readPage();
    this.#tell(await this.#services.lastTold());
    this.#isFull = await this.#services.isFull();
    this.#showNotices();
  }

  async refresh(): Promise<void> {
    this.#begun += 1;
    const turn = this.#begun;
    const state = await this.#readState();
    // Reading can overtake an earlier one. The first result must show, also while news arrives.
    if (turn < this.#applied) return;
    this.#applied = turn;
    this.#state = state;
    this.#show(popupView(this.#page, state));
    this.#watchWaiting(state?.waiting ?? 0);
    this.#showNotices();
    if (state !== null && state.refused > 0) await this.#withdrawDone();
    if (state !== null && state.connection !== null) void this.#readFolders(turn);
  }

  /** Nothing calls a gesture done that the server has refused. A notice tells it. */
  async #withdrawDone(): Promise<void> {
    const done = this.#done;
    if (done === null) return;
    const isRefused = (await this.#services.gestures()).some(
      ({ action_id, skippedFrom, state }) => state === 'refused' && [action_id, skippedFrom].includes(done),
    );
    if (!isRefused || this.#done !== done) return;
    this.#done = null;
    this.#undo.clear();
  }

  #tell(told: Told | null): void {
    if (told === null) return;
    const { action, text } = told;
    const { undo, forgetTold } = this.#services;
    const revert = async (id: string): Promise<void> => {
      await undo(id);
      await forgetTold();
    };
    this.#undo.show(text, action === null ? undefined : async () => revert(action));
  }

  async #readState(): Promise<PageState | null> {
    try {
      return await this.#services.pageState(this.#page.kind === 'page' ? this.#page.url : '');
    } catch {
      return null;
    }
  }

  async #readFolders(turn: number): Promise<void> {
    const tree = await this.#services.openFolders();
    const recent = await this.#services.recentFolders(tree);
    if (turn < this.#applied) return;
    this.#folders = { tree, recent };
    this.#shown?.updateFolders(tree, recent);
  }

  async #readPage(): Promise<void> {
    const { content, savesAtOnce } = this.#services;
    const told = content.then((read) => {
      this.#shown?.suggestNote(noteOf(read.selection));
      this.#showCanonical(read);
    });
    if (!savesAtOnce || this.#shown?.key !== 'unsaved') return;
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, CONTENT_MS))]);
    await this.#save();
  }

  #showCanonical({ canonical }: PageContent): void {
    const isOther =
      this.#page.kind === 'page' && canonical !== '' && likelyKey(canonical) !== likelyKey(this.#page.url);
    this.#canonical.textContent = isOther ? `Canonical url: ${shownName(canonical, canonical)}` : '';
    this.#canonical.title = isOther ? canonical : '';
  }

  #show(view: PopupView): void {
    const { title, address } = headOf(view);
    this.#title.textContent = title;
    document.title = title;
    this.#address.textContent = shownName(address, address);
    this.#address.title = address;
    this.#canonical.hidden = view.kind !== 'unsaved';
    if (this.#shown?.key === keyOf(view)) {
      this.#shown.update(view);
      return;
    }
    const hadFocus = this.#body.contains(document.activeElement);
    this.#shown = shownView(view, {
      services: this.#services,
      origin: this.#state?.connection?.origin ?? '',
      draft: this.#draft,
      save: () => void this.#save(),
      perform: async (gesture, text) => this.#perform(gesture, text),
      folderName: (folder) => this.#nameOf(folder),
    });
    setChildren(this.#tools, this.#shown.tools);
    setChildren(this.#body, this.#shown.element);
    if (this.#folders !== null) this.#shown.updateFolders(this.#folders.tree, this.#folders.recent);
    // The line says what has happened, and the next Tab is on its Undo.
    if (hadFocus) this.#undo.element.focus();
  }

  async #save(): Promise<void> {
    const form = this.#shown?.form();
    if (form === undefined || form === null) return;
    this.#shown?.setPending(true);
    this.#draft = form;
    const { folders, ...gesture } = saveGesture(form, this.#services.nextRef);
    const names = form.folders.map((folder) => this.#nameOf(folder));
    await this.#perform(gesture, savedInText(names));
    this.#shown?.setPending(false);
    await this.#services.rememberFolders(folders);
  }

  #nameOf(folder: ChosenFolder): string {
    return typeof folder === 'number' ? (this.#folders?.tree.name(folder) ?? '') : folder.names.join(' / ');
  }

  /** Performs a gesture and offers its undo. */
  async #perform({ label, changes }: NewGesture, text: string): Promise<void> {
    try {
      const performing = this.#services.perform({ label, changes });
      this.#stored = performing.then(
        () => true,
        () => false,
      );
      const action_id = await performing;
      this.#done = action_id;
      this.#undo.show(text, async () => this.#services.undo(action_id));
    } catch (thrown) {
      this.#fail(thrown);
      this.#stored = Promise.resolve(true);
    }
    await this.refresh();
  }

  async #attempt(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #fail(thrown: unknown): void {
    const isTold = thrown instanceof StoreError || thrown instanceof PerformError;
    this.#undo.fail(isTold ? thrown.message : "Couldn't save it. Please try again.");
  }

  async #afterUndo(): Promise<void> {
    const before = this.#shown;
    await this.refresh();
    if (this.#shown !== before) this.#shown?.focus();
  }

  #watchWaiting(waiting: number): void {
    const late = this.#late;
    if (waiting > 0) {
      late.timer ??= setTimeout(() => {
        late.isNow = true;
        this.#showNotices();
      }, LATE_MS);
      return;
    }
    if (late.timer !== null) clearTimeout(late.timer);
    this.#late = { isNow: false, timer: null };
  }

  #showNotices(): void {
    const state = this.#state;
    const isConnected = state !== null && state.connection !== null;
    this.#notices.update(
      isConnected
        ? notices({ state, isFull: this.#isFull, isOnline: navigator.onLine, isLate: this.#late.isNow })
        : [],
    );
  }
}

function headOf(view: PopupView): { readonly title: string; readonly address: string } {
  switch (view.kind) {
    case 'message':
      return { title: view.title, address: '' };
    case 'unsaved':
      return { title: 'Save to Foldmark', address: view.url };
    case 'saved':
      return { title: 'Saved', address: '' };
    case 'trashed':
      return { title: 'In the trash', address: '' };
  }
}
