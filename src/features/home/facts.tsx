import type { HomeTexts } from '../../content/home-texts.ts';

type FactsProps = {
  readonly facts: HomeTexts['platform']['suggestion']['facts'];
  readonly className: string | undefined;
};

/** The list below a text. */
export const Facts = ({ facts, className }: FactsProps) => (
  <ul className={className}>
    {Object.entries(facts).map(([key, fact]) => (
      <li key={key}>{fact}</li>
    ))}
  </ul>
);
