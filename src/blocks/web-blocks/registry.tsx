import 'server-only';
import type { ReactNode } from 'react';
import { Accordion } from '../accordion/accordion.tsx';
import { Band, type BandHeight } from '../band/band.tsx';
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
import type { BlockPosition, BlockRegistry } from './block-rule.ts';
import { loadTool, type ToolName } from './tools.ts';
import styles from './web-blocks.module.css';

type Headed = { readonly label?: string; readonly headline: string };
type Link = { readonly label: string; readonly url: string };

const HERO_IMAGE_SIZES = '(min-width: 75rem) 75rem, 100vw';

const Head = ({
  label = '',
  headline,
  position,
  text,
}: Headed & { readonly position: BlockPosition; readonly text?: string }) => {
  if (headline === '') {
    return label === '' ? null : (
      <div className={styles.label}>
        <BayLabel bay={position.bay}>{label}</BayLabel>
      </div>
    );
  }

  return <SectionHead id={position.id} headline={headline} bay={position.bay} label={label} text={text} />;
};

/** The accessible name of a section: its headline, otherwise its label. Without a headline, the section itself has the anchor. */
const nameOf = ({ label = '', headline }: Headed, { id }: BlockPosition) =>
  headline !== '' ? { labelledBy: id } : { id, ...(label !== '' && { label }) };

/** The heading level of items: below the headline of the block if it has one. */
const headingBelow = ({ headline }: Headed) => (headline === '' ? 'h2' : 'h3');

const Buttons = ({ buttons }: { readonly buttons: readonly Link[] }) =>
  buttons.length > 0 && (
    <div className="actions">
      {buttons.map(({ label, url }, index) => (
        <Button key={url} href={url} variant={index === 0 ? 'secondary' : 'quiet'} hasArrow>
          {label}
        </Button>
      ))}
    </div>
  );

const ROAD_WIDTH = 480;
const ARROW = 'M-14 300V196h-30l44-62 44 62H14v104z';

/** The illustration of a card without an image: a road with one lane per card, on which the card's own lane is highlighted. */
const LaneSign = ({ number, of }: { readonly number: number; readonly of: number }) => {
  const laneWidth = ROAD_WIDTH / of;
  const boardWidth = Math.min(laneWidth - 24, 132);
  const lanes = Array.from({ length: of }, (_, index) => ({ lane: index + 1, x: (index + 0.5) * laneWidth }));
  const borders = lanes.slice(1).map(({ x }) => `M${x - laneWidth / 2} 300V128`);

  return (
    <svg className={styles.sign} viewBox="0 0 480 300" width="480" height="300" aria-hidden="true">
      <rect width="480" height="300" rx="6" fill="var(--tar)" stroke="currentColor" />
      <path d={borders.join('')} stroke="var(--road-paint)" strokeWidth="4" strokeDasharray="24 36" />
      <path d="M0 64h480" stroke="currentColor" strokeWidth="4" />
      {lanes.map(({ lane: laneNumber, x }) => {
        const isCurrent = laneNumber === number;
        const fill = isCurrent ? 'var(--plate)' : 'var(--tar)';

        return (
          <g key={laneNumber} transform={`translate(${x})`} color={isCurrent ? 'var(--on-plate)' : undefined}>
            {isCurrent && <path d={ARROW} fill="var(--marking)" />}
            <rect
              x={-boardWidth / 2}
              y="28"
              width={boardWidth}
              height="72"
              rx="6"
              fill={fill}
              stroke="currentColor"
              strokeWidth="3"
            />
            <text className={styles.laneNumber} y="80" textAnchor="middle">
              {laneNumber}
            </text>
          </g>
        );
      })}
    </svg>
  );
};

/** Renders the content of a block below its headline. */
const inSection =
  <Known extends Headed>(
    renderContent: (block: Known, position: BlockPosition) => ReactNode,
    height?: BandHeight | null,
  ) =>
  (block: Known, position: BlockPosition) => (
    <Band {...nameOf(block, position)} height={height}>
      <Head {...block} position={position} />
      {renderContent(block, position)}
    </Band>
  );

/** Renders the content of a block beside its headline, or below its label if it has no headline. */
const besideHeadline = <Known extends Headed>(
  renderContent: (block: Known, position: BlockPosition) => ReactNode,
  height?: BandHeight,
) => {
  const renderBelow = inSection(renderContent, height);

  return (block: Known, position: BlockPosition) =>
    block.headline === '' ? (
      renderBelow(block, position)
    ) : (
      <Band {...nameOf(block, position)} height={height}>
        <div className={styles.beside} data-print="block">
          <div className={styles.head}>
            <Head {...block} position={position} />
          </div>
          <div>{renderContent(block, position)}</div>
        </div>
      </Band>
    );
};

const Tool = async ({ name, id }: { readonly name: ToolName; readonly id: string }) => {
  const Loaded = await loadTool(name);
  return <Loaded id={id} />;
};

export const registry: BlockRegistry = {
  hero: {
    isFilled: ({ headline }) => headline !== '',
    render: ({ label, headline, text, points, buttons, image }, position) =>
      position.isOpening ? (
        <HeroSectionBig
          headline={headline}
          text={text}
          points={points.map((point) => ({ text: point }))}
          buttons={buttons.map(({ label, url }) => ({ label, href: url }))}
          image={image && <ContentPicture image={image} sizes={HERO_IMAGE_SIZES} isPriority usesPhoneCrop />}
        />
      ) : (
        <Band surface="asphalt" labelledBy={position.id}>
          <Head label={label} headline={headline} text={text} position={position} />
          <Buttons buttons={buttons} />
        </Band>
      ),
  },
  subpagesHero: {
    isFilled: ({ headline }) => headline !== '',
    render: ({ label, headline, text, image }, position) =>
      position.isOpening ? (
        <SubpagesHero
          headline={headline}
          label={label}
          text={text}
          image={image && <ContentPicture image={image} sizes="(min-width: 60rem) 30rem, 100vw" isPriority />}
          drawing={position.drawing}
        />
      ) : (
        <Band surface="asphalt" labelledBy={position.id} spacing="tight">
          <Head label={label} headline={headline} text={text} position={position} />
        </Band>
      ),
  },
  text: {
    isFilled: ({ headline, html }) => headline !== '' || html !== '',
    render: besideHeadline((block) => <RichText html={block.html} />, 'short'),
  },
  split: {
    isFilled: ({ headline, html }) => headline !== '' || html !== '',
    render: (block, position) => (
      <Band {...nameOf(block, position)} {...(block.anchor !== '' && { id: block.anchor })}>
        <Split image={block.image} imageSide={block.imageSide}>
          <div>
            <Head {...block} position={position} />
          </div>
          <RichText html={block.html} />
          <Buttons buttons={block.buttons} />
        </Split>
      </Band>
    ),
  },
  accordion: {
    isFilled: ({ items }) => items.length > 0,
    render: besideHeadline((block, position) => (
      <Accordion
        items={block.items.map((item, index) => ({ ...item, id: `${position.id}-${index + 1}` }))}
        heading={headingBelow(block)}
        hasLinks={false}
      />
    )),
  },
  cards: {
    isFilled: ({ cards }) => cards.length > 0,
    render: inSection((block) => <Cards cards={block.cards} heading={headingBelow(block)} />),
  },
  stackedCards: {
    isFilled: ({ cards }) => cards.length > 0,
    render: inSection(
      (block, position) => (
        <StackedCards
          cards={block.cards.map(({ label, title, html, image }, index) => ({
            id: `${position.id}-card-${index + 1}`,
            label,
            title,
            children: <RichText html={html} />,
            image: image ? (
              <ContentPicture image={image} sizes="(min-width: 60rem) 36rem, 100vw" />
            ) : (
              <LaneSign number={index + 1} of={block.cards.length} />
            ),
          }))}
          heading={headingBelow(block)}
        />
      ),
      'tall',
    ),
  },
  steps: {
    isFilled: ({ steps }) => steps.length > 0,
    render: inSection((block) => <Steps steps={block.steps} heading={headingBelow(block)} />),
  },
  stats: {
    isFilled: ({ stats }) => stats.length > 0,
    render: (block, position) => (
      <Band surface="asphalt" {...nameOf(block, position)}>
        <Head {...block} position={position} />
        <Stats stats={block.stats} />
      </Band>
    ),
  },
  table: {
    isFilled: ({ rows }) => rows.some((cells) => cells.length > 0),
    render: inSection((block, position) => (
      <Table
        caption={block.caption}
        head={block.head}
        rows={block.rows}
        id={`${position.id}-table`}
        {...(block.headline && { label: `Table: ${block.headline}` })}
      />
    )),
  },
  quote: {
    isFilled: ({ quote }) => quote !== '',
    render: ({ quote, name, role }, { id }) => (
      <Band id={id} label={name === '' ? 'Quotation' : `${name} says`} height="short">
        <Quote quote={quote} name={name} role={role} />
      </Band>
    ),
  },
  timeline: {
    isFilled: ({ entries }) => entries.length > 0,
    render: besideHeadline((block) => <Timeline entries={block.entries} heading={headingBelow(block)} />, 'tall'),
  },
  people: {
    isFilled: ({ people }) => people.length > 0,
    render: inSection((block) => <People people={block.people} heading={headingBelow(block)} />),
  },
  logos: {
    isFilled: ({ logos }) => logos.length > 0,
    render: inSection((block) => <Logos logos={block.logos} />),
  },
  gallery: {
    isFilled: ({ images }) => images.length > 0,
    render: inSection((block, position) => <Gallery images={block.images} earlier={position.earlierImages} />),
  },
  popup: {
    isInline: true,
    isFilled: ({ buttonLabel, html }) => buttonLabel !== '' && html !== '',
    render: ({ buttonLabel, headline, html }, { id }) => (
      <Popup id={`${id}-popup`} buttonLabel={buttonLabel} headline={headline || buttonLabel} html={html} />
    ),
  },
  button: {
    isInline: true,
    isFilled: ({ label, url }) => label !== '' && url !== null,
    render: ({ label, url }) =>
      url !== null && (
        <Button href={url} hasArrow>
          {label}
        </Button>
      ),
  },
  mailto: {
    isInline: true,
    isFilled: () => true,
    render: ({ label, email, subject }) => (
      <Mailto email={email} subject={subject} className={styles.mail}>
        {label || email}
      </Mailto>
    ),
  },
  cta: {
    isFilled: ({ headline, buttonLabel, buttonUrl }) => headline !== '' && buttonLabel !== '' && buttonUrl !== null,
    render: ({ headline, text, buttonLabel, buttonUrl }, { id }) =>
      buttonUrl !== null && (
        <Band labelledBy={id} spacing="tight" height="short">
          <Cta
            id={id}
            headline={headline}
            text={text && <p>{text}</p>}
            buttons={[{ label: buttonLabel, href: buttonUrl }]}
          />
        </Band>
      ),
  },
  domainCheck: {
    isFilled: () => true,
    render: inSection((_block, { id }) => <Tool name="domainCheck" id={id} />, null),
  },
  forSaleBuilder: {
    isFilled: () => true,
    render: inSection((_block, { id }) => <Tool name="forSaleBuilder" id={id} />, null),
  },
  globalCta: {
    isFilled: () => true,
    render: () => <GlobalCta />,
  },
};
