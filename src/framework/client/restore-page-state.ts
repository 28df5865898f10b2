import { type PageState, STORAGE_KEY } from './page-state.ts';
import { restoreFields } from './restore-fields.ts';
import { readSession, writeSession } from './session-storage.ts';

const takeState = (): PageState | null => {
  const saved = readSession(STORAGE_KEY);
  writeSession(STORAGE_KEY, '');
  const state: PageState | null = JSON.parse(saved || 'null');
  return state?.path === location.pathname ? state : null;
};

const restore = ({ fields, open, scroll }: PageState): void => {
  restoreFields(fields);
  for (const [index, details] of document.querySelectorAll('details').entries()) details.open = open[index] ?? false;
  // With this attribute the styles render sections outside the window, too: only then is the position exact.
  document.documentElement.dataset.renderAll = '';
  scrollTo({ top: scroll, behavior: 'instant' });
};

// Runs on import: the boot script imports this module if a state was saved before a reload.
const state = takeState();
if (state) restore(state);
