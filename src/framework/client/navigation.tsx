'use client';

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useRouter } from 'waku/router/client';
import { hasNewDeployment } from './deployments.ts';
import { findDestination } from './destination.ts';
import { setTarget } from './failed-parts.ts';
import { createProgressLine } from './progress-line.ts';
import { leaveFor } from './reload-guard.ts';
import { focusHeading, noteShownPage, rememberScroll, restoreScroll, scrollToTarget, stopScroll } from './scroll.ts';

type Arrival = { readonly kind: 'link'; readonly href: string; readonly hash: string } | { readonly kind: 'history' };

/** A pointer or the focus that stays on a link this long is taken for an intent. */
const INTENT_MS = 40;

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null => {
  const link = target instanceof Element ? target.closest('a[href]') : null;
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
  const status = useRef<HTMLParagraphElement>(null);

  const follow = useEffectEvent((link: HTMLAnchorElement, event: MouseEvent): void => {
    const destination = findDestination(link, event);
    if (!destination) return;
    event.preventDefault();
    if (hasNewDeployment()) {
      leaveFor(destination.href);
      return;
    }
    rememberScroll();
    arrival.current = { kind: 'link', href: destination.href, hash: destination.hash };
    setTarget(destination.href);
    const progress = createProgressLine();
    push(destination.pathname + destination.search + destination.hash, { scroll: false })
      .catch(() => leaveFor(destination.href))
      .finally(() => {
        progress.stop();
        setTarget(null);
      });
  });

  const warm = useEffectEvent((link: HTMLAnchorElement): void => {
    const destination = findDestination(link, null);
    if (destination && !hasNewDeployment()) prefetch(destination.pathname + destination.search);
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onClick = (event: MouseEvent): void => {
      clearTimeout(timer);
      const link = linkOf(event.target);
      if (link) follow(link, event);
    };
    const onIntent = (event: Event): void => {
      clearTimeout(timer);
      const link = linkOf(event.target);
      if (link) timer = setTimeout(() => warm(link), event.type === 'touchstart' ? 0 : INTENT_MS);
    };
    const onHistory = (): void => {
      rememberScroll();
      stopScroll();
      arrival.current = { kind: 'history' };
    };
    // Who has pointed at a link since before this code came shall not wait for it either.
    const pointedAt = document.querySelector<HTMLAnchorElement>('a[href]:hover');
    if (pointedAt) warm(pointedAt);
    document.addEventListener('click', onClick);
    for (const type of ['pointerover', 'touchstart', 'focusin'])
      document.addEventListener(type, onIntent, { passive: true });
    addEventListener('popstate', onHistory);
    // The router restores positions itself; the browser shall, when the page is left for good and comes back.
    const restoreByBrowser = (): void => {
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', restoreByBrowser);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', onClick);
      for (const type of ['pointerover', 'touchstart', 'focusin']) document.removeEventListener(type, onIntent);
      removeEventListener('popstate', onHistory);
      removeEventListener('pagehide', restoreByBrowser);
      restoreByBrowser();
    };
  }, []);

  // Before the new page is painted, so that it does not show at the old place first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page on screen is what this effect follows.
  useLayoutEffect(() => {
    const landed = arrival.current;
    arrival.current = undefined;
    // The router, whose effects come after these, writes the address of a link and scrolls to the top on the way back.
    noteShownPage(landed?.kind === 'link' ? landed.href : location.href);
    if (!landed) return;
    if (landed.kind === 'link') scrollToTarget(landed.hash);
    else queueMicrotask(restoreScroll);
    focusHeading();
    if (status.current) status.current.textContent = document.title;
  }, [path, query]);

  return <p ref={status} role="status" className="visually-hidden" />;
};
