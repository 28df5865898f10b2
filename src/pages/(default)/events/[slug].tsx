import { GlobalCta } from '../../../blocks/global-cta/global-cta.tsx';
import { type Event, listEvents, readEvent } from '../../../content/events.ts';
import { EventDetails } from '../../../features/events/event-details.tsx';
import { toEventHead } from '../../../features/events/event-head.ts';

type Props = { readonly content: Event };

export default function EventPage({ content: event }: Props) {
  return (
    <>
      <EventDetails event={event} now={new Date().toISOString()} />
      <GlobalCta />
    </>
  );
}

export const content = ({ slug }: { readonly slug: string }) => readEvent(slug);

export const head = ({ content: event }: Props) => toEventHead(event);

export const generateStaticParams = async () => (await listEvents()).map(({ slug }) => ({ slug }));
