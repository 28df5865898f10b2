import { readEvent } from '../../../content/events.ts';
import { toCalendar } from '../../../features/events/calendar.ts';
import { findRedirect } from '../../../features/redirects/find-redirect.ts';

type Context = { readonly params: Readonly<Record<string, string>> };

/** The event to which the address with this slug redirects. Calendars may have subscribed to its file there. */
const readRenamedEvent = async (slug: string) => {
  const redirect = await findRedirect(`/events/${slug}`, '');
  const newSlug = /^\/events\/([^/?#]+)\/?$/.exec(redirect?.location ?? '')?.[1];
  return newSlug === undefined ? null : readEvent(newSlug);
};

export const GET = async (_request: Request, { params: { slug = '' } }: Context) => {
  const event = (await readEvent(slug)) ?? (await readRenamedEvent(slug));
  if (event === null) return new Response('Not Found', { status: 404 });

  return new Response(toCalendar(event), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${event.slug.replaceAll(/[^a-z0-9-]/g, '') || 'event'}.ics"`,
    },
  });
};
