import { GlobalCta } from '../../../blocks/global-cta/global-cta.tsx';
import { listEvents, readEvent } from '../../../content/events.ts';
import { EventDetails } from '../../../features/events/event-details.tsx';
import { EventHead } from '../../../features/events/event-head.tsx';
import { pageNotFound } from '../../../framework/render/index.ts';

type Params = { readonly slug: string };

export default async function EventPage({ slug }: Params) {
  const event = (await readEvent(slug)) ?? pageNotFound();

  return (
    <>
      <EventHead event={event} />
      <EventDetails event={event} now={new Date().toISOString()} />
      <GlobalCta />
    </>
  );
}

export const head = 'own';

export const generateStaticParams = async () => (await listEvents()).map(({ slug }) => ({ slug }));

export const readContent = ({ slug }: Params) => readEvent(slug);
