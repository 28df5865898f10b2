import styles from './theme-switch.module.css';

const choices = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Three bays for one theme. The boot script presses the button of the choice; without scripts the system's theme holds. */
export const ThemeSwitch = () => (
  <fieldset className={styles.switch} data-print="none">
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
