import styles from './theme-switch.module.css';

const choices = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The theme switch. The boot script marks the button of the current choice; without scripts the system's theme is used. */
export const ThemeSwitch = () => (
  <fieldset className={styles.switch}>
    <legend className={styles.legend}>Theme</legend>
    {choices.map(({ value, label }) => (
      <button
        key={value}
        type="button"
        className={styles.choice}
        data-theme-choice={value}
        aria-pressed={value === 'system'}
        suppressHydrationWarning
      >
        {label}
      </button>
    ))}
  </fieldset>
);
