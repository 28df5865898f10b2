import { GlobalCta } from '../../../blocks/global-cta/global-cta.tsx';
import { listEvents, readEvent } from '../../../content/events.ts';
import { EventDetails } from '../../../features/events/event-details.tsx';
import { toEventHead } from '../../../features/events/event-head.ts';

type Params = { readonly slug: string };

export default async function EventPage({ slug }: Params) {
  const event = await readEvent(slug);
  if (event === null) return null;

  return (
    <>
      <EventDetails event={event} now={new Date().toISOString()} />
      <GlobalCta />
    </>
  );
}

export const content = ({ slug }: Params) => readEvent(slug);

export const exists = async ({ slug }: Params) => (await readEvent(slug)) !== null;

export const head = async ({ slug }: Params) => {
  const event = await readEvent(slug);
  return event ? toEventHead(event) : {};
};

export const generateStaticParams = async () => (await listEvents()).map(({ slug }) => ({ slug }));
