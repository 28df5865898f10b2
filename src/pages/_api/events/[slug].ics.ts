import { readEvent } from '../../../content/events.ts';
import { toCalendar } from '../../../features/events/calendar.ts';

type Context = { readonly params: Readonly<Record<string, string>> };

export const GET = async (_request: Request, { params }: Context) => {
  const event = await readEvent(params.slug ?? '');
  if (event === null) return new Response('Not Found', { status: 404 });

  return new Response(toCalendar(event), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${event.slug.replaceAll(/[^a-z0-9-]/g, '') || 'event'}.ics"`,
    },
  });
};
