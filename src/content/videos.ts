import 'server-only';

/** A video on YouTube or Vimeo. */
export type Video = {
  readonly provider: 'YouTube' | 'Vimeo';
  /** The page of the video, for visitors without scripts. */
  readonly url: string;
  /** The URL of the player for an iframe. It plays at once, because a click loads it. */
  readonly player: string;
};

/** `1h2m3s`, `90s` or `90` in seconds; 0 if there is no time. */
const toSeconds = (time: string): number => {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time) ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
};

const toYouTube = ({ hostname, pathname, searchParams }: URL): Video | null => {
  const candidate =
    hostname === 'youtu.be'
      ? pathname.slice(1)
      : (/^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname)?.[1] ?? searchParams.get('v') ?? '');
  const list = /^[\w-]+$/.exec(searchParams.get('list') ?? '')?.[0];
  if ((candidate === 'videoseries' || pathname === '/playlist') && list !== undefined) {
    return {
      provider: 'YouTube',
      url: `https://www.youtube.com/playlist?list=${list}`,
      player: `https://www.youtube-nocookie.com/embed/videoseries?list=${list}&autoplay=1&rel=0`,
    };
  }
  // These two have the form of an id. A live channel has no page that shows only its video.
  const id = /^(?!videoseries|live_stream)[\w-]{11}$/.exec(candidate)?.[0];
  if (id === undefined) return null;
  const start = toSeconds(searchParams.get('t') ?? searchParams.get('start') ?? '');
  return {
    provider: 'YouTube',
    url: `https://www.youtube.com/watch?v=${id}${start > 0 ? `&t=${start}s` : ''}`,
    player: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0${start > 0 ? `&start=${start}` : ''}`,
  };
};

const toVimeo = ({ pathname, searchParams }: URL): Video | null => {
  // An unlisted video has a second segment or a parameter `h`, without which it cannot be played.
  const [, id, segment] = /^\/(?:video\/|channels\/[^/]+\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(pathname) ?? [];
  if (id === undefined) return null;
  const hash = segment ?? /^[0-9a-f]+$/.exec(searchParams.get('h') ?? '')?.[0];
  return {
    provider: 'Vimeo',
    url: `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`,
    player: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ''}`,
  };
};

const PLATFORMS: readonly (readonly [RegExp, (url: URL) => Video | null])[] = [
  [/^(?:(?:(?:www|m|music)\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com|youtu\.be)$/, toYouTube],
  [/^(?:(?:www|player)\.)?vimeo\.com$/, toVimeo],
];

/** The video that a URL leads to, written as a link, a share link or the source of an iframe; null for every other URL. */
export const toVideo = (raw: string): Video | null => {
  const url = URL.parse(raw.trim().replace(/^\/\//, 'https://'));
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const platform = PLATFORMS.find(([host]) => host.test(url.hostname));
  return platform?.[1](url) ?? null;
};

/** The origins of the players, for the content security policy. */
export const PLAYER_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;
