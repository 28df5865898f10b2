import { Button } from './button.tsx';
import styles from './button-links.module.css';

type ButtonLinksProps = {
  readonly buttons: readonly { readonly label: string; readonly href: string }[];
  readonly className?: string | undefined;
};

/** Links styled as buttons, side by side. The first is the primary one. */
export const ButtonLinks = ({ buttons, className }: ButtonLinksProps) => (
  <div className={className ? `${styles.buttons} ${className}` : styles.buttons}>
    {buttons.map(({ label, href }, index) => (
      <Button key={href} href={href} variant={index === 0 ? 'primary' : 'secondary'} hasArrow={index === 0}>
        {label}
      </Button>
    ))}
  </div>
);
