import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { GlowHover } from '../../blocks/glow-hover/glow-hover.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { toSitePath } from '../../site/urls.ts';
import styles from './features.module.css';

const features = [
  {
    title: 'Monetization',
    scene: 'feature-monetization',
    text: 'Multi-level, AI-powered optimization makes three decisions before a page opens: which feed, which lander, which terms.',
    facts: [
      'Access to a large Tier1 feed, four Tier2 feeds, zero-click and adult networks',
      'Continuous A/B tests of landers; a new variant starts with 10% of visitors',
      'Adult and Tier2 traffic earns the same share as everything else',
    ],
  },
  {
    title: 'Management & Reporting',
    scene: 'feature-management',
    text: 'Upload, sort, change and report in bulk. Whatever you can do to one name, you can do to all of them.',
    facts: [
      '10,000 lines per file, a preview of every change and 24 hours to undo it',
      'Free SSL for every domain, usually within 15 minutes',
      'Constant uptime: 99.95% monthly target, five locations, and capacity that scales with your traffic',
    ],
  },
  {
    title: (
      <>
        <span className={styles.compound}>Commission-free</span> domain sales
      </>
    ),
    scene: 'feature-sales',
    text: 'A for-sale banner sends buyers to you. No brokerage, no escrow, no cut of the price.',
    facts: [
      'Top bar, side card or text link, in 12 languages',
      'Enquiries by email within a minute, and through the API',
      'Every enquiry kept for 24 months, yours to export',
    ],
  },
] as const;

/** A drawing, or a layer that moves over it. */
const Drawing = ({ name, className }: { readonly name: string; readonly className: string | undefined }) => (
  <img
    src={`/pictures/${name}.svg`}
    alt=""
    width={480}
    height={320}
    loading="lazy"
    decoding="async"
    className={className}
  />
);

/** The three features of the platform. */
export const HomeFeatures = () => (
  <Band surface="asphalt" labelledBy="features" height="tall">
    <SectionHead id="features" bay="P3" label="FEATURES" headline="Earn, organize, sell" />
    <div className={styles.bays}>
      {features.map(({ title, scene, text, facts }) => (
        <GlowHover key={scene} className={styles.bay}>
          <Drawing name={scene} className={styles.scene} />
          {scene === 'feature-sales' && <Drawing name="feature-sales-boom" className={styles.boom} />}
          <div className={styles.words}>
            <h3 className={styles.title}>{title}</h3>
            <p>{text}</p>
            <ul className={styles.facts}>
              {facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </div>
        </GlowHover>
      ))}
    </div>
    <Button href={toSitePath('/solutions')} variant="quiet" hasArrow className={styles.more}>
      See all solutions and terms
    </Button>
  </Band>
);
