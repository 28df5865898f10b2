import { toPromptRules } from '../../site/prompt-rules.ts';
import { closestOf } from './closest.ts';

/** A pointer that stays on a link this long is taken for an intent. */
export const POINTED_MS = 40;

/** Where the browser itself prepares the page behind a link, a pointer on a link needs no React. */
export const isAboutNextPage = (event: Event): boolean =>
  /^[pt]/.test(event.type) &&
  HTMLScriptElement.supports?.('speculationrules') &&
  !!closestOf(event, 'a:not([data-gallery-item])');

/**
 * Marks the link that is pointed at for the speculation rules (`src/site/speculation-rules.ts`), and has them hold at
 * once: the browser would begin to prepare its page 160 ms later by itself. One link at a time, so that one page at a time
 * is prepared; it is ready when the link is pressed, and is shown at once, without a fade (docs/decisions/0023).
 */
export const markPointedLink = (): void => {
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.text = toPromptRules(document.querySelector('[type=speculationrules]')?.textContent ?? '');
  document.head.append(rules);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let marked: HTMLElement | undefined;
  addEventListener('pointerover', (event) => {
    clearTimeout(timer);
    const link = closestOf(event, 'a');
    if (!link) return;
    timer = setTimeout(() => {
      if (marked) delete marked.dataset.pointed;
      marked = link;
      link.dataset.pointed = '';
    }, POINTED_MS);
  });
  addEventListener('pageswap', ({ viewTransition }) => {
    if (marked) viewTransition?.skipTransition();
  });
};
