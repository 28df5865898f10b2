import { acceptCategory, isCategoryAccepted, onConsentChoice } from '../../site/consent-choice.ts';

/** How long storing the consent may take, which includes loading a script. */
const CONSENT_TIMEOUT_MS = 10_000;

/**
 * Accepts the cookie category `videos`: the link says what a click loads, so the click is consent.
 *
 * @throws {Error} when the consent cannot be stored.
 */
const acceptVideos = (): Promise<void> =>
  new Promise((resolve, reject) => {
    if (isCategoryAccepted('videos')) return resolve();
    const timer = setTimeout(() => {
      stop();
      reject(new Error('The consent could not be stored.'));
    }, CONSENT_TIMEOUT_MS);
    const stop = onConsentChoice(({ type }) => {
      if (type === 'focus') return;
      clearTimeout(timer);
      stop();
      resolve();
    });
    acceptCategory('videos');
  });

/**
 * Accepts the cookie category `videos` and replaces the link of a video card with the player of the platform. When the consent
 * is withdrawn, the link is shown again.
 */
export const playVideo = async (link: HTMLAnchorElement): Promise<void> => {
  const { player = '' } = link.dataset;
  await acceptVideos();
  const frame = document.createElement('iframe');
  frame.src = player;
  frame.title = link.querySelector('strong')?.textContent ?? 'Video';
  frame.allow = 'autoplay; fullscreen';
  // YouTube's player refuses to start without a referrer.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  link.replaceWith(frame);
  frame.focus({ preventScroll: true });
  const stop = onConsentChoice(() => {
    if (isCategoryAccepted('videos')) return;
    frame.replaceWith(link);
    stop();
  });
};
