import { GlobalCta } from '../../../blocks/global-cta/global-cta.tsx';
import { findEvent, listEvents, readEvent } from '../../../content/events.ts';
import { EventBySlug } from '../../../features/events/event-details.tsx';
import { EVENT_HEAD, toEventHead } from '../../../features/events/event-head.ts';
import { type Head, toListedHead } from '../../../site/head.tsx';

type Params = { readonly slug: string };

export default async function EventPage({ slug }: Params) {
  const listed = await findEvent(slug);

  return (
    <>
      <EventBySlug slug={slug} title={listed?.title ?? 'Event'} />
      <GlobalCta />
    </>
  );
}

export const content = ({ slug }: Params) => readEvent(slug);

export const exists = async ({ slug }: Params) => (await findEvent(slug)) !== null;

export const head = async ({ slug }: Params): Promise<Head> => {
  const listed = await findEvent(slug);
  const event = await readEvent.briefly(slug);
  if (event) return toEventHead(event);
  return listed ? { ...toListedHead(listed), ...EVENT_HEAD } : {};
};

export const generateStaticParams = async () => (await listEvents()).map(({ slug }) => ({ slug }));
