import 'server-only';
import type { ReactNode } from 'react';
import { toSitePath } from '../../site/urls.ts';
import { Accordion } from '../accordion/accordion.tsx';
import { Band } from '../band/band.tsx';
import { BayLabel } from '../bay-label/bay-label.tsx';
import { Button } from '../button/button.tsx';
import { Cards } from '../cards/cards.tsx';
import { ContentPicture } from '../content-picture/content-picture.tsx';
import { Cta } from '../cta/cta.tsx';
import { Gallery } from '../gallery/gallery.tsx';
import { GlobalCta } from '../global-cta/global-cta.tsx';
import { HeroSectionBig } from '../hero-section-big/hero-section-big.tsx';
import { Logos } from '../logos/logos.tsx';
import { Mailto } from '../mailto/mailto.tsx';
import { People } from '../people/people.tsx';
import { Popup } from '../popup/popup.tsx';
import { Quote } from '../quote/quote.tsx';
import { RichText } from '../rich-text/rich-text.tsx';
import { SectionHead } from '../section-head/section-head.tsx';
import { Split } from '../split/split.tsx';
import { StackedCards } from '../stacked-cards/stacked-cards.tsx';
import { Stats } from '../stats/stats.tsx';
import { Steps } from '../steps/steps.tsx';
import { SubpagesHero } from '../subpages-hero/subpages-hero.tsx';
import { Table } from '../table/table.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import type { BlockRegistry, Place } from './block-rule.ts';
import styles from './web-blocks.module.css';

type Headed = { readonly label: string; readonly headline: string };
type Link = { readonly label: string; readonly url: string };

/** On a phone it is cropped to 4 : 5, so it is as wide as its height asks for. */
const HERO_IMAGE_SIZES = '(min-width: 75rem) 75rem, (min-width: 48rem) 100vw, 200vw';

const Head = ({ label, headline, place, text }: Headed & { readonly place: Place; readonly text?: string }) => {
  if (headline === '') {
    return label === '' ? null : (
      <div className={styles.label}>
        <BayLabel {...(place.bay && { bay: place.bay })}>{label}</BayLabel>
      </div>
    );
  }

  return (
    <SectionHead
      id={place.id}
      headline={headline}
      {...(place.bay && { bay: place.bay })}
      {...(label && { label })}
      {...(text && { text })}
    />
  );
};

/** Names a band by its headline, else by its label. */
const nameOf = ({ label, headline }: Headed, { id }: Place) =>
  headline !== '' ? { labelledBy: id } : label !== '' ? { label } : {};

/** Headings of items go below the headline of their block, where it has one. */
const levelBelow = ({ headline }: Headed) => (headline === '' ? 2 : 3);

const Buttons = ({ buttons }: { readonly buttons: readonly Link[] }) =>
  buttons.length > 0 && (
    <div className={styles.buttons}>
      {buttons.map(({ label, url }, index) => (
        <Button key={url} href={url} variant={index === 0 ? 'secondary' : 'quiet'} hasArrow>
          {label}
        </Button>
      ))}
    </div>
  );

const ROAD = 480;
const ARROW = 'M-14 300V196h-30l44-62 44 62H14v104z';

/** What a card shows that has no picture: the road with a lane for each card, the card's own signed and marked. */
const LaneSign = ({ number, of }: { readonly number: number; readonly of: number }) => {
  const lane = ROAD / of;
  const board = Math.min(lane - 24, 132);
  const lanes = Array.from({ length: of }, (_, index) => ({ lane: index + 1, x: (index + 0.5) * lane }));
  const borders = lanes.slice(1).map(({ x }) => `M${x - lane / 2} 300V128`);

  return (
    <svg className={styles.sign} viewBox="0 0 480 300" width="480" height="300" aria-hidden="true" focusable="false">
      <rect className={styles.road} width="480" height="300" rx="6" />
      <path className={styles.lane} d={borders.join('')} />
      <path className={styles.gantry} d="M0 64h480" />
      {lanes.map(({ lane: place, x }) => (
        <g key={place} transform={`translate(${x})`} className={place === number ? styles.current : undefined}>
          {place === number && <path className={styles.arrow} d={ARROW} />}
          <rect className={styles.board} x={-board / 2} y="28" width={board} height="72" rx="6" />
          <text className={styles.laneNumber} y="80" textAnchor="middle">
            {place}
          </text>
        </g>
      ))}
    </svg>
  );
};

const toHrefs = (buttons: readonly Link[]) => buttons.map(({ label, url }) => ({ label, href: url }));

/** A headline beside its content, which is how words, questions and dates are laid out. */
const Beside = ({ block, place, children }: { block: Headed; place: Place; children: ReactNode }) => (
  <Band {...nameOf(block, place)}>
    {block.headline === '' ? (
      <>
        <Head {...block} place={place} />
        {children}
      </>
    ) : (
      <div className={styles.beside}>
        <div className={styles.head}>
          <Head {...block} place={place} />
        </div>
        <div>{children}</div>
      </div>
    )}
  </Band>
);

export const registry: BlockRegistry = {
  hero: {
    isFilled: ({ headline }) => headline !== '',
    show: ({ label, headline, text, points, buttons, image }, place) =>
      place.isOpening ? (
        <HeroSectionBig
          headline={headline}
          {...(text && { text })}
          points={points.map((point) => ({ text: point }))}
          buttons={toHrefs(buttons)}
          {...(image && { image: <ContentPicture image={image} sizes={HERO_IMAGE_SIZES} isPriority /> })}
        />
      ) : (
        <Band surface="asphalt" labelledBy={place.id}>
          <Head label={label} headline={headline} text={text} place={place} />
          <Buttons buttons={buttons} />
        </Band>
      ),
  },
  subpagesHero: {
    isFilled: ({ headline }) => headline !== '',
    show: ({ label, headline, text, image }, place) =>
      place.isOpening ? (
        <SubpagesHero
          headline={headline}
          {...(place.bay && { bay: place.bay })}
          {...(label && { label })}
          {...(text && { text })}
          {...(image && {
            image: <ContentPicture image={image} sizes="(min-width: 60rem) 30rem, 100vw" isPriority />,
          })}
        />
      ) : (
        <Band surface="asphalt" labelledBy={place.id} spacing="tight">
          <Head label={label} headline={headline} text={text} place={place} />
        </Band>
      ),
  },
  text: {
    isFilled: ({ headline, html }) => headline !== '' || html !== '',
    show: (block, place) => (
      <Beside block={block} place={place}>
        <RichText html={block.html} />
      </Beside>
    ),
  },
  split: {
    isFilled: ({ headline, html }) => headline !== '' || html !== '',
    show: (block, place) => (
      <Band {...nameOf(block, place)} {...(block.anchor && { id: block.anchor })}>
        <Split image={block.image} imageSide={block.imageSide}>
          <div>
            <Head {...block} place={place} />
          </div>
          <RichText html={block.html} />
          <Buttons buttons={block.buttons} />
        </Split>
      </Band>
    ),
  },
  accordion: {
    isFilled: ({ items }) => items.length > 0,
    show: (block, place) => (
      <Beside block={block} place={place}>
        <Accordion
          items={block.items.map(({ question, answer }, index) => ({
            id: `${place.id}-${index + 1}`,
            title: question,
            html: answer,
          }))}
          headingLevel={levelBelow(block)}
          hasLinks={false}
        />
      </Beside>
    ),
  },
  cards: {
    isFilled: ({ cards }) => cards.length > 0,
    show: (block, place) => (
      <Band {...nameOf(block, place)}>
        <Head {...block} place={place} />
        <Cards cards={block.cards} level={levelBelow(block)} />
      </Band>
    ),
  },
  stackedCards: {
    isFilled: ({ cards }) => cards.length > 0,
    show: (block, place) => (
      <Band {...nameOf(block, place)}>
        <Head {...block} place={place} />
        <StackedCards
          cards={block.cards.map(({ label, title, html, image }, index) => ({
            id: `${place.id}-card-${index + 1}`,
            label,
            title,
            children: <RichText html={html} />,
            image: image ? (
              <ContentPicture image={image} sizes="(min-width: 60rem) 36rem, 100vw" />
            ) : (
              <LaneSign number={index + 1} of={block.cards.length} />
            ),
          }))}
          level={levelBelow(block)}
        />
      </Band>
    ),
  },
  steps: {
    isFilled: ({ steps }) => steps.length > 0,
    show: (block, place) => (
      <Band {...nameOf(block, place)}>
        <Head {...block} place={place} />
        <Steps steps={block.steps} level={levelBelow(block)} />
      </Band>
    ),
  },
  stats: {
    isFilled: ({ stats }) => stats.length > 0,
    show: (block, place) => (
      <Band surface="asphalt" {...nameOf(block, place)}>
        <Head {...block} place={place} />
        <Stats stats={block.stats} />
      </Band>
    ),
  },
  table: {
    isFilled: ({ rows }) => rows.some((cells) => cells.length > 0),
    show: (block, place) => (
      <Band {...nameOf(block, place)}>
        <Head {...block} place={place} />
        <Table
          caption={block.caption}
          head={block.head}
          rows={block.rows}
          id={`${place.id}-table`}
          {...(block.headline && { label: `Table: ${block.headline}` })}
        />
      </Band>
    ),
  },
  quote: {
    isFilled: ({ quote }) => quote !== '',
    show: ({ quote, name, role }) => (
      <Band label={name === '' ? 'Quotation' : `${name} says`}>
        <Quote quote={quote} name={name} role={role} />
      </Band>
    ),
  },
  timeline: {
    isFilled: ({ entries }) => entries.length > 0,
    show: (block, place) => (
      <Beside block={block} place={place}>
        <Timeline entries={block.entries} level={levelBelow(block)} />
      </Beside>
    ),
  },
  people: {
    isFilled: ({ people }) => people.length > 0,
    show: (block, place) => (
      <Band {...nameOf(block, place)}>
        <Head {...block} place={place} />
        <People people={block.people} level={levelBelow(block)} />
      </Band>
    ),
  },
  logos: {
    isFilled: ({ logos }) => logos.length > 0,
    show: (block, place) => (
      <Band {...nameOf({ label: '', ...block }, place)}>
        <Head label="" headline={block.headline} place={place} />
        <Logos logos={block.logos} />
      </Band>
    ),
  },
  gallery: {
    isFilled: ({ images }) => images.length > 0,
    show: (block, place) => (
      <Band {...nameOf(block, place)}>
        <Head {...block} place={place} />
        <Gallery images={block.images} earlier={place.earlierImages} />
      </Band>
    ),
  },
  popup: {
    isInline: true,
    isFilled: ({ buttonLabel, html }) => buttonLabel !== '' && html !== '',
    show: ({ buttonLabel, headline, html }, { id }) => (
      <Popup id={`${id}-popup`} buttonLabel={buttonLabel} headline={headline || buttonLabel} html={html} />
    ),
  },
  button: {
    isInline: true,
    isFilled: ({ label, url }) => label !== '' && url !== null,
    show: ({ label, url }) =>
      url !== null && (
        <Button href={url} hasArrow>
          {label}
        </Button>
      ),
  },
  mailto: {
    isInline: true,
    isFilled: () => true,
    show: ({ label, email, subject }) => (
      <Mailto email={email} {...(subject && { subject })} className={styles.mail}>
        {label || email}
      </Mailto>
    ),
  },
  cta: {
    isFilled: ({ headline, buttonLabel, buttonUrl }) => headline !== '' && buttonLabel !== '' && buttonUrl !== null,
    show: ({ headline, text, buttonLabel, buttonUrl }, { id }) =>
      buttonUrl !== null && (
        <Band labelledBy={id} spacing="tight">
          <Cta
            id={id}
            headline={headline}
            {...(text && { text: <p>{text}</p> })}
            buttons={[{ label: buttonLabel, href: buttonUrl }]}
          />
        </Band>
      ),
  },
  globalCta: {
    isFilled: () => true,
    show: () => (
      <GlobalCta contactHref={toSitePath('/contact')} applicationHref={toSitePath('/RSOC-for-domains-application')} />
    ),
  },
};
