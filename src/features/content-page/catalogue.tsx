import 'server-only';
import { Accordion } from '../../blocks/accordion/accordion.tsx';
import { Band } from '../../blocks/band/band.tsx';
import { BayLabel } from '../../blocks/bay-label/bay-label.tsx';
import { Breadcrumb } from '../../blocks/breadcrumb/breadcrumb.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { Icon } from '../../blocks/icon/icon.tsx';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import { LaneLine } from '../../blocks/lane-line/lane-line.tsx';
import { Mailto } from '../../blocks/mailto/mailto.tsx';
import { Pager } from '../../blocks/pager/pager.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { WebBlocks } from '../../blocks/web-blocks/web-blocks.tsx';
import { Blocks } from '../../content/blocks.ts';
import { BLOCK_EXAMPLES } from '../../content/content-schema.ts';
import styles from './catalogue.module.css';
import rows from './catalogue-rows.json' with { type: 'json' };

const variants = ['primary', 'secondary', 'quiet'] as const;
const surfaces = ['chalk', 'paper', 'asphalt'] as const;
const toHref = (page: number): string => `#page-${page}`;

const Basics = () => (
  <>
    <div className={styles.row}>
      {variants.map((variant) => (
        <Button key={variant} variant={variant} href="#controls" hasArrow>
          {variant}
        </Button>
      ))}
      {variants.map((variant) => (
        <Button key={variant} variant={variant} disabled>
          {variant}, disabled
        </Button>
      ))}
    </div>
    <div className={styles.row}>
      <BayLabel bay="P7">Bay label</BayLabel>
      <BayLabel>Without a number</BayLabel>
      <Mailto email="support@example.com" />
      <Icon name="route" label="A route" />
      <Breadcrumb
        crumbs={[
          { label: 'News', href: '#news' },
          { label: 'Payouts', href: '#payouts' },
        ]}
      />
    </div>
    <LaneLine />
    {[1, 3, 6].map((page) => (
      <Pager key={page} page={page} pages={6} label={`Pages, ${page} of 6`} toHref={toHref} />
    ))}
  </>
);

const Fields = () => (
  <div className={styles.fields}>
    <InputField label="Name" name="name" required />
    <InputField
      label="Email"
      name="email"
      type="email"
      hint="We’ll reply to this address."
      error="This is not an email address."
    />
    <InputField label="Topic" name="topic" type="select" options={[{ value: 'sales', label: 'Sales' }]} />
    <InputField label="Disabled" name="disabled" disabled defaultValue="Cannot be changed" />
    <InputField label="Message" name="message" type="textarea" />
    <InputField label="I have read it" name="read" type="checkbox" hint="With a hint." />
  </div>
);

/**
 * A catalogue for developers. First the blocks: a page header, the example of each block, and blocks that are sparse, empty or have
 * extremely long words; empty ones must render nothing. Then the basic components and fields, on each surface.
 */
export const Catalogue = () => (
  <>
    <WebBlocks blocks={Blocks.parse([...rows.slice(0, 1), ...BLOCK_EXAMPLES, ...rows.slice(1)])} opensPage />
    {surfaces.map((surface) => (
      <Band key={surface} surface={surface} labelledBy={`controls-${surface}`}>
        <SectionHead id={`controls-${surface}`} headline={`Parts on ${surface}`} label="Parts" bay="P0" />
        <div className={styles.parts}>
          <Basics />
          <Fields />
          <Accordion
            items={[{ id: `${surface}-1`, question: 'Closed by default', children: <p>Its answer.</p> }]}
            openFirst={false}
          />
        </div>
      </Band>
    ))}
  </>
);
