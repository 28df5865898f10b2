import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { StackedCards } from '../../blocks/stacked-cards/stacked-cards.tsx';
import { readHomepage } from '../../content/homepage.ts';
import { Facts } from './facts.tsx';
import { InterfaceScene } from './interface-scene.tsx';
import styles from './platform.module.css';
import { SuggestionScene } from './suggestion-scene.tsx';

/** The two sides of the platform: the lander for visitors and the account of the owner. */
export const HomePlatform = async () => {
  const { headline, text, suggestion, interface: account } = (await readHomepage.briefly()).texts.platform;

  return (
    <Band labelledBy="platform" height="tall">
      <SectionHead id="platform" bay="P2" label="OUR PLATFORM" headline={headline} text={<p>{text}</p>} />
      <StackedCards
        cards={[
          {
            id: 'suggestion',
            label: 'SUGGESTION',
            title: suggestion.title,
            image: <SuggestionScene />,
            children: (
              <>
                <p>{suggestion.text}</p>
                <Facts facts={suggestion.facts} className={styles.facts} />
              </>
            ),
          },
          {
            id: 'interface',
            label: 'INTERFACE',
            title: account.title,
            image: <InterfaceScene />,
            children: (
              <>
                <p>{account.text}</p>
                <Facts facts={account.facts} className={styles.facts} />
              </>
            ),
          },
        ]}
      />
    </Band>
  );
};
