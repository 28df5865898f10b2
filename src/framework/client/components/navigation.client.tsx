'use client';

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useRouter } from 'waku/router/client';
import { setNavigationTarget } from '../chunk-load-failure.ts';
import { isUnloading, loadDocument } from '../document-navigation.ts';
import { closestOf, whenIdle } from '../dom.ts';
import { hasNewDeployment } from '../hydration/deployments.ts';
import { hasInput, keepFields, restoreKeptFields } from './entered-fields.ts';
import { findLinkTarget, isSamePage } from './link-target.ts';
import { loadPageChunkList, prefetchChunksOf } from './page-chunks.ts';
import { startProgressBar } from './progress-bar.ts';
import {
  focusStart,
  restoreScroll,
  restoreScrollByScript,
  saveScroll,
  scrollToTarget,
  stopScroll,
} from './scroll-and-focus.ts';
import { recordShownPage, shownPage } from './shown-page.ts';

type Arrival = {
  readonly kind: 'link' | 'history';
  readonly href: string;
  /** Of a link; going back restores the scroll position instead. */
  readonly hash: string;
  readonly startedAt: number;
};

/** A pointer that is on a link for a shorter time is only passing over it. */
const HOVER_MS = 40;

/**
 * Hides an element, but not from screen readers. Set by script, because the content security policy forbids `style`
 * attributes.
 */
const VISUALLY_HIDDEN = {
  position: 'absolute',
  inlineSize: '1px',
  blockSize: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  // A system font, because a rare character in a title would otherwise load a font and delay the navigation.
  fontFamily: 'sans-serif',
  whiteSpace: 'nowrap',
} as const;

const linkOf = (event: Event): HTMLAnchorElement | null => {
  const link = closestOf(event, 'a[href]');
  return link instanceof HTMLAnchorElement ? link : null;
};

/** Closes the menu or popup that contains a link, since it would cover what the link leads to, for example on the same page. */
const closePopovers = (element: Element | null): void => {
  const popover = element?.closest<HTMLElement>('[popover]');
  if (!popover) return;
  // Browsers without popovers do not have the function.
  popover.hidePopover?.();
  closePopovers(popover.parentElement);
};

/** Whether a link has to load a document. When the visitor comes back, only the browser restores what they had entered. */
const needsDocument = (): boolean => hasNewDeployment() || hasInput();

/**
 * Follows links within the site through the router: prefetches on intent, restores scroll positions, focuses the new
 * heading or the element of the hash, announces the title, shows progress. When a navigation fails, a new deployment is
 * known or the visitor has entered something, the browser loads the document.
 *
 * @param loadingLabel the accessible name of the progress bar.
 */
export const Navigation = ({ loadingLabel = 'Loading' }: { readonly loadingLabel?: string }) => {
  const { path, query, hash, push, prefetch } = useRouter();
  const arrival = useRef<Arrival>(undefined);
  const status = useRef<HTMLDivElement>(null);

  /** Loads the document of a navigation that has failed, unless a later one has superseded it. */
  const loadInstead = (failed: Arrival): void => {
    if (arrival.current !== failed) return;
    arrival.current = undefined;
    setNavigationTarget(null);
    if (!isUnloading(failed.startedAt)) loadDocument(failed.href);
  };
  const loadPendingInstead = useEffectEvent((): void => {
    if (arrival.current) loadInstead(arrival.current);
  });

  const follow = useEffectEvent((link: HTMLAnchorElement, event: MouseEvent): void => {
    const destination = findLinkTarget(link, event);
    if (!destination) return;
    closePopovers(link);
    const { href, hash: linkHash } = destination;
    const own: Arrival = { kind: 'link', href, hash: linkHash, startedAt: performance.now() };
    if (isSamePage(destination)) {
      if (destination.hash === location.hash) return;
      // The browser follows the link.
      saveScroll();
      arrival.current = own;
      return;
    }
    event.preventDefault();
    if (needsDocument()) {
      loadDocument(destination.href);
      return;
    }
    saveScroll();
    arrival.current = own;
    setNavigationTarget(destination);
    const progress = startProgressBar(loadingLabel);
    prefetchChunksOf(destination.pathname);
    void push(destination.pathname + destination.search + destination.hash, { scroll: false })
      .catch(() => loadInstead(own))
      .finally(progress.stop);
  });

  const prefetchPage = useEffectEvent((link: HTMLAnchorElement): void => {
    const destination = findLinkTarget(link, null);
    if (!destination || isSamePage(destination) || needsDocument()) return;
    prefetch(destination.pathname + destination.search);
    prefetchChunksOf(destination.pathname);
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onClick = (event: MouseEvent): void => {
      clearTimeout(timer);
      const link = linkOf(event);
      if (link) follow(link, event);
    };
    const onIntent = (event: Event): void => {
      clearTimeout(timer);
      const link = linkOf(event);
      if (link) timer = setTimeout(() => prefetchPage(link), event.type === 'touchstart' ? 0 : HOVER_MS);
    };
    const onHistory = (): void => {
      // A link to an anchor on this page has been followed.
      if (arrival.current?.kind === 'link' && arrival.current.href === location.href) return;
      saveScroll();
      keepFields();
      stopScroll();
      arrival.current = { kind: 'history', href: location.href, hash: '', startedAt: performance.now() };
      setNavigationTarget(null);
    };
    // The pointer may have been on a link before hydration.
    const hovered = document.querySelector<HTMLAnchorElement>('a[href]:hover');
    if (hovered) prefetchPage(hovered);
    // When idle, so that a replayed click is handled first.
    whenIdle(() => void loadPageChunkList());
    const unmounted = new AbortController();
    const { signal } = unmounted;
    document.addEventListener('click', onClick, { signal });
    for (const type of ['pointerover', 'touchstart', 'focusin'])
      document.addEventListener(type, onIntent, { passive: true, signal });
    // The handler of the boot script, which loads documents.
    window.onpopstate = null;
    addEventListener('popstate', onHistory, { signal });
    restoreScrollByScript(signal);
    return () => {
      clearTimeout(timer);
      unmounted.abort();
      // The router throws the error of a navigation above the root layout, so React removes the whole page.
      loadPendingInstead();
    };
  }, []);

  useEffect(() => {
    if (status.current) Object.assign(status.current.style, VISUALLY_HIDDEN);
  }, []);

  // A layout effect, so that the new page is not painted at the old scroll position first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when another page or anchor is on screen.
  useLayoutEffect(() => {
    const landed = arrival.current;
    arrival.current = undefined;
    // Here and not when `push` resolves: chunks of the page may still be loading then, or a later navigation has begun.
    setNavigationTarget(null);
    const left = shownPage();
    recordShownPage(landed?.kind === 'link' ? landed.href : location.href);
    if (!landed) return;
    // Queued, because the router's effects run after this one: they push the URL of a link to the history, scroll to the top when the
    // visitor goes back, and scroll to an anchor as if there were no `scroll-padding`, so that the header would cover it.
    queueMicrotask(() => (landed.kind === 'link' ? scrollToTarget(landed.hash) : restoreScroll()));
    if (isSamePage(new URL(left), new URL(shownPage()))) return;
    if (landed.kind === 'history') restoreKeptFields();
    // After the scrolling, which opens the `details` around an element.
    queueMicrotask(() => focusStart(landed.hash));
    if (status.current) status.current.textContent = document.title;
  }, [path, query, hash]);

  // Not a `p`, whose margins would take up space until its styles are set.
  return <div ref={status} role="status" />;
};
