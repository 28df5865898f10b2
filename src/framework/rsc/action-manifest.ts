import 'server-only';
import references from 'virtual:vite-rsc/server-references';

/** Whether an action (`file#name`) is one of this build. By its own names only: every object answers to `constructor`. */
export const hasAction = async (id: string): Promise<boolean> => {
  // The development server has no list: there, files are actions as they are found.
  if (!references) return true;
  const [file = '', name = '', ...rest] = id.split('#');
  if (rest.length > 0 || !Object.hasOwn(references, file)) return false;
  const actions = (await references[file]?.()) ?? {};
  return Object.hasOwn(actions, name) && typeof actions[name] === 'function';
};
