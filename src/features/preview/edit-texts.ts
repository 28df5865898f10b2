/**
 * The script of the preview bar: shows the field of each text under the pointer or the focus, and opens it in WordPress on a press. Plain,
 * because previews are not hydrated.
 */
import type { EditableText } from '../../content/editable-texts.ts';
import { matchTexts, type Target } from './match-texts.ts';

/** Set in the session storage while the editor follows links instead. */
const STORAGE_KEY = 'preview-follows-links';
const FIXED: Target = { url: '', label: 'Fixed text, in the code' };
const INTERACTIVE = 'a[href], button, input, label, select, summary, textarea';
/** Elements of fixed text for which a label is shown. */
const TEXTS = 'a, button, dd, dt, figcaption, h1, h2, h3, h4, label, legend, li, p, td, th';

const isEditableText = (value: unknown): value is EditableText =>
  typeof value === 'object' && value !== null && 'url' in value && 'label' in value && 'kind' in value;

const readTexts = (container: Element): EditableText[] => {
  const texts: unknown = JSON.parse(container.getAttribute('data-edit') ?? '[]');
  return Array.isArray(texts) ? texts.filter(isEditableText) : [];
};

/**
 * The tab stop for a target; null if the keyboard reaches it anyway, or it is hidden from screen readers. A decorative picture must not have
 * the focus.
 */
const toTabStop = (element: Element): Element | null => {
  if (element.closest(`${INTERACTIVE}, [aria-hidden="true"]`)) return null;
  return element.tagName === 'IMG' ? element.parentElement : element;
};

/** The elements that show texts of the content. Those that the keyboard does not reach get a tab stop. */
const findTargets = (): Map<Element, Target> => {
  const targets = new Map<Element, Target>();
  for (const container of document.querySelectorAll('[data-edit]')) {
    for (const [element, target] of matchTexts(container, readTexts(container))) {
      targets.set(element, target);
      toTabStop(element)?.setAttribute('tabindex', '0');
      element.setAttribute('data-edit-target', '');
    }
  }
  return targets;
};

const removeMarks = (targets: ReadonlyMap<Element, Target>): void => {
  for (const element of targets.keys()) {
    element.removeAttribute('data-edit-target');
    toTabStop(element)?.removeAttribute('tabindex');
  }
};

const contains = ({ left, right, top, bottom }: DOMRect, { clientX: x, clientY: y }: MouseEvent): boolean =>
  left <= x && x <= right && top <= y && y <= bottom;

type Active = readonly [Element, Target];

/**
 * Links may cover a whole card, so the texts under the pointer are looked up by their boxes; not those that the header, the cookie banner or
 * another child of the body covers.
 */
const findAtPointer = (targets: ReadonlyMap<Element, Target>, event: MouseEvent): Active | null => {
  if (!(event.target instanceof Element) || event.target.closest('[data-preview]')) return null;
  const shown = event.target.closest('body > *');
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const target = shown?.contains(element) && targets.get(element);
    if (target && contains(element.getBoundingClientRect(), event)) return [element, target];
  }
  const text = event.target.closest(TEXTS);
  return text?.closest('[data-edit]')?.getAttribute('data-edit') === '[]' ? [text, FIXED] : null;
};

const findAtFocus = (targets: ReadonlyMap<Element, Target>, { target: focused }: Event): Active | null => {
  if (!(focused instanceof Element) || focused.closest('[data-preview]')) return null;
  for (const element of [focused, ...focused.querySelectorAll('[data-edit-target]')]) {
    const target = targets.get(element);
    if (target) return [element, target];
  }
  return focused.matches(INTERACTIVE) && focused.closest('[data-edit]')?.getAttribute('data-edit') === '[]'
    ? [focused, FIXED]
    : null;
};

/** The id of the answer to a question, or of the last element with an id up to this one in its container. */
const nearestId = (element: Element): string => {
  const ids = (root: Element | null) => [...(root?.querySelectorAll('[id]:not(svg [id])') ?? [])];
  const isBefore = (other: Element) =>
    other === element || other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
  const all = ids(element.closest('[data-edit]'));
  const found = ids(element.closest('details'))[0] ?? all.findLast(isBefore) ?? all[0];
  return found?.id ?? '';
};

/** The place of the element on the site, to which the screen in WordPress links. */
const toPlace = (element: Element): string => {
  const id = nearestId(element);
  return `${location.pathname}${location.search}${id && `#${id}`}`;
};

const open = ([element, { url }]: Active, inNewTab: boolean): void => {
  const address = new URL(url);
  address.searchParams.set('site_from', toPlace(element));
  if (inNewTab) window.open(address, '_blank', 'noopener');
  else window.location.assign(address);
};

/** Moves the label to the element, below it if there is no space above. */
const place = (label: HTMLElement, element: Element): void => {
  const { left, top, bottom } = element.getBoundingClientRect();
  const isAbove = top > label.offsetHeight;
  const width = document.documentElement.clientWidth;
  label.style.insetInlineStart = `${Math.max(0, Math.min(left, width - label.offsetWidth))}px`;
  label.style.insetBlockStart = `${isAbove ? top - label.offsetHeight : bottom}px`;
};

/** Shows the field of each text under the pointer or the focus, and opens it in WordPress on a press. Returns what ends this. */
const startEditing = (label: HTMLElement): (() => void) => {
  let targets = findTargets();
  let active: Active | null = null;
  const ended = new AbortController();

  const activate = (next: Active | null): void => {
    if (next?.[0] === active?.[0]) return;
    active?.[0].removeAttribute('data-edit-active');
    active = next;
    next?.[0].setAttribute('data-edit-active', next[1] === FIXED ? 'fixed' : '');
    label.textContent = next?.[1].label ?? '';
    if (next) place(label, next[0]);
  };
  const press = (event: MouseEvent): void => {
    // A click without a position comes from the keyboard, whose Enter key edits and whose space bar works as usual.
    const pressed = event.detail > 0 ? findAtPointer(targets, event) : null;
    if (!pressed || pressed[1] === FIXED) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open(pressed, event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey);
  };
  const onKey = (event: KeyboardEvent): void => {
    const focused = event.key === 'Enter' ? findAtFocus(targets, event) : null;
    if (!focused || focused[1] === FIXED) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    open(focused, event.ctrlKey || event.metaKey || event.shiftKey);
  };
  const options = { capture: true, signal: ended.signal };
  document.addEventListener('pointermove', (event) => activate(findAtPointer(targets, event)), options);
  document.addEventListener('focusin', (event) => activate(findAtFocus(targets, event)), options);
  document.addEventListener('click', press, options);
  document.addEventListener('auxclick', (event) => event.button === 1 && press(event), options);
  document.addEventListener('keydown', onKey, options);
  document.addEventListener('scroll', () => active && place(label, active[0]), options);

  const observer = new MutationObserver((changes) => {
    // The label itself changes, too.
    if (changes.every(({ target }) => label.contains(target))) return;
    targets = findTargets();
  });
  observer.observe(document.body, { childList: true, subtree: true });

  return () => {
    ended.abort();
    observer.disconnect();
    activate(null);
    removeMarks(targets);
  };
};

const toggle = document.querySelector<HTMLButtonElement>('[data-edit-toggle]');
const label = document.querySelector<HTMLElement>('[data-preview="label"]');

if (toggle && label) {
  let stop: (() => void) | null = null;
  const update = (isEditing: boolean): void => {
    stop?.();
    stop = isEditing ? startEditing(label) : null;
    toggle.setAttribute('aria-pressed', String(isEditing));
  };
  update(sessionStorage.getItem(STORAGE_KEY) === null);
  toggle.hidden = false;
  toggle.addEventListener('click', () => {
    const isEditing = stop === null;
    if (isEditing) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, '');
    update(isEditing);
  });
}
