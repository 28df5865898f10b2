'use client';

import { addTransitionType, startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useRouter } from 'waku/router/client';
import { setTarget } from './chunk-load-failure.ts';
import { closestOf } from './closest.ts';
import { hasNewDeployment } from './deployments.ts';
import { whenIdle } from './idle.ts';
import { findLinkTarget } from './link-target.ts';
import { loadPageChunkList, prefetchChunksOf } from './page-chunks.ts';
import { PREPARED } from './page-transition.client.tsx';
import { watchPageUnload } from './page-unload.ts';
import { POINTED_MS } from './pointed-link.ts';
import { createProgressBar } from './progress-bar.ts';
import { leaveFor } from './reload-guard.ts';
import { focusHeading, recordShownPage, rememberScroll, restoreScroll, scrollToTarget, stopScroll } from './scroll.ts';

type Arrival = { readonly kind: 'link'; readonly href: string; readonly hash: string } | { readonly kind: 'history' };

/** The page behind a link that was pointed at this long is ready on most lines. */
const PREPARED_MS = 200;

const linkOf = (event: Event): HTMLAnchorElement | null => {
  const link = closestOf(event, 'a[href]');
  return link instanceof HTMLAnchorElement ? link : null;
};

/**
 * Follows links within the site through the router: fetched on intent, with smooth scrolling, the focus on the new
 * heading, its title announced, and a line of progress when it takes longer than 200 ms. Whatever goes wrong, and
 * whenever a new deployment is there, the browser loads the target itself.
 */
export const Navigation = () => {
  const { path, query, push, prefetch } = useRouter();
  const arrival = useRef<Arrival>(undefined);
  const pointedAt = useRef({ href: '', since: 0 });
  const status = useRef<HTMLParagraphElement>(null);

  const follow = useEffectEvent((link: HTMLAnchorElement, event: MouseEvent): void => {
    const destination = findLinkTarget(link, event);
    if (!destination) return;
    event.preventDefault();
    if (hasNewDeployment()) {
      leaveFor(destination.href);
      return;
    }
    rememberScroll();
    const own: Arrival = { kind: 'link', href: destination.href, hash: destination.hash };
    arrival.current = own;
    setTarget(destination.href);
    const leaving = watchPageUnload();
    const progress = createProgressBar();
    const go = () =>
      push(destination.pathname + destination.search + destination.hash, { scroll: false })
        .catch(() => {
          // A later navigation has superseded this one.
          if (arrival.current !== own) return;
          setTarget(null);
          // Firefox rejects the request when a navigation to another document begins, which then goes on.
          if (!leaving.isLeaving()) leaveFor(destination.href);
        })
        .finally(() => {
          progress.stop();
          leaving.stop();
        });
    prefetchChunksOf(destination.pathname);
    const { href, since } = pointedAt.current;
    if (href !== link.href || performance.now() - since < PREPARED_MS) {
      void go();
      return;
    }
    startTransition(async () => {
      addTransitionType(PREPARED);
      await go();
    });
  });

  const warm = useEffectEvent((link: HTMLAnchorElement): void => {
    const destination = findLinkTarget(link, null);
    if (!destination || hasNewDeployment()) return;
    if (pointedAt.current.href !== link.href) pointedAt.current = { href: link.href, since: performance.now() };
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
      if (link) timer = setTimeout(() => warm(link), event.type === 'touchstart' ? 0 : POINTED_MS);
    };
    const onHistory = (): void => {
      rememberScroll();
      stopScroll();
      arrival.current = { kind: 'history' };
      setTarget(null);
    };
    // Who has pointed at a link since before this code came shall not wait for it either.
    const hovered = document.querySelector<HTMLAnchorElement>('a[href]:hover');
    if (hovered) warm(hovered);
    // What the visitor has pressed meanwhile goes first.
    whenIdle(() => void loadPageChunkList());
    const unmounted = new AbortController();
    const { signal } = unmounted;
    document.addEventListener('click', onClick, { signal });
    for (const type of ['pointerover', 'touchstart', 'focusin'])
      document.addEventListener(type, onIntent, { passive: true, signal });
    addEventListener('popstate', onHistory, { signal });
    // The router restores positions itself; the browser shall, when the page is left for good and comes back.
    const restoreByBrowser = (): void => {
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', restoreByBrowser, { signal });
    return () => {
      clearTimeout(timer);
      unmounted.abort();
      restoreByBrowser();
    };
  }, []);

  // Before the new page is painted, so that it does not show at the old place first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page on screen is what this effect follows.
  useLayoutEffect(() => {
    const landed = arrival.current;
    arrival.current = undefined;
    // Not when `push` resolves: parts of the page may still be loading then, or a later navigation may have superseded it.
    setTarget(null);
    // The router, whose effects come after these, writes the address of a link and scrolls to the top on the way back.
    recordShownPage(landed?.kind === 'link' ? landed.href : location.href);
    if (!landed) return;
    if (landed.kind === 'link') scrollToTarget(landed.hash);
    else queueMicrotask(restoreScroll);
    focusHeading();
    if (status.current) status.current.textContent = document.title;
  }, [path, query]);

  return <p ref={status} role="status" className="visually-hidden" />;
};
