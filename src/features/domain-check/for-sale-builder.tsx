import 'server-only';
import { Button } from '../../blocks/button/button.tsx';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import tool from '../../forms/tool.module.css';
import { currentPath } from '../../framework/index.ts';
import { currentContext } from '../../framework/shared.ts';
import { toSitePath } from '../../site/urls.ts';
import styles from './for-sale-builder.module.css';
import { ForSaleForm } from './for-sale-form.client.tsx';
import { FOR_SALE_FIELDS, FOR_SALE_LABELS, type ForSaleField, readForSaleInput } from './for-sale-record.ts';

const HINTS: Readonly<Record<ForSaleField, string>> = {
  domain: 'Without it, the lines are relative to the zone.',
  fval: 'A currency code and an amount, such as EUR2500.',
  furi: 'Where buyers reach you, such as https://example.com or mailto:me@example.com.',
  ftxt: 'For people, such as “Serious offers only”.',
  fcod: 'If a registry or marketplace gave you one.',
};

/** A form that writes the `_for-sale` records of a domain (RFC 10023). */
export const ForSaleBuilder = ({ id }: { readonly id: string }) => {
  const input = readForSaleInput(new URLSearchParams(currentContext()?.get('pageRequest')?.query));
  const formId = `${id}-form`;
  return (
    <ForSaleForm
      classNames={styles}
      id={id}
      formId={formId}
      path={toSitePath(currentPath())}
      initial={input}
      copyButton={
        <Button type="submit" variant="quiet" form={formId} data-copies="" className={tool.needsScripts}>
          Copy lines
        </Button>
      }
      controls={
        <>
          {FOR_SALE_FIELDS.map((field) => (
            <InputField
              key={field}
              name={field}
              label={FOR_SALE_LABELS[field]}
              hint={HINTS[field]}
              defaultValue={input[field]}
              spellCheck={field === 'ftxt'}
              autoCapitalize="off"
            />
          ))}
          <Button type="submit">Write the records</Button>
          <p className="note">Anyone can read them in the DNS. Delete them once the domain is no longer for sale.</p>
        </>
      }
    />
  );
};
