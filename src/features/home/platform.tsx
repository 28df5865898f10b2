import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { StackedCards } from '../../blocks/stacked-cards/stacked-cards.tsx';
import { site } from '../../site/config.ts';
import { InterfaceScene } from './interface-scene.tsx';
import styles from './platform.module.css';
import { SuggestionScene } from './suggestion-scene.tsx';

/** The two sides of the platform: the lander for visitors and the account of the owner. */
export const HomePlatform = () => (
  <Band labelledBy="platform" height="tall">
    <SectionHead
      id="platform"
      bay="P2"
      label="OUR PLATFORM"
      headline={`Discover the ${site.name} platform`}
      text={<p>One system with two sides: the page your visitors see and the account you run it from.</p>}
    />
    <StackedCards
      cards={[
        {
          id: 'suggestion',
          label: 'SUGGESTION',
          title: 'A page that matches the name',
          image: <SuggestionScene />,
          children: (
            <>
              <p>
                The visitors to a parked domain see its lander: one page of related searches that fit the name. They
                pick one, compare the advertisers behind it and click an ad; that click is what pays you.
              </p>
              <ul className={styles.facts}>
                <li>24 lander templates in 32 languages, all served over SSL</li>
                <li>Continuous A/B tests: a winner needs 95% confidence and 500 visitors per variant</li>
                <li>Terms chosen by name, country, device and hour</li>
              </ul>
            </>
          ),
        },
        {
          id: 'interface',
          label: 'INTERFACE',
          title: 'Ten thousand names, one\u00a0screen',
          image: <InterfaceScene />,
          children: (
            <>
              <p>
                Your account has the figures: uniques and clicks after about two hours, revenue at 06:00 UTC the next
                day, by domain, country and feed. Then you act on thousands of names at once.
              </p>
              <ul className={styles.facts}>
                <li>Change up to 10,000 domains at once, with a preview</li>
                <li>24 hours to undo it</li>
                <li>Do the same through a REST API, with up to ten keys</li>
              </ul>
            </>
          ),
        },
      ]}
    />
  </Band>
);
