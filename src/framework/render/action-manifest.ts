import 'server-only';
import references from 'virtual:vite-rsc/server-references';

/**
 * Whether an action (`file#name`) is part of the build. Only own properties count, so that `constructor` is not an
 * action.
 */
export const hasAction = async (id: string): Promise<boolean> => {
  // The development server has no manifest: it looks actions up when they are called.
  if (!references) return true;
  const [file = '', name = '', ...rest] = id.split('#');
  if (rest.length > 0 || !Object.hasOwn(references, file)) return false;
  const actions = (await references[file]?.()) ?? {};
  return Object.hasOwn(actions, name) && typeof actions[name] === 'function';
};
