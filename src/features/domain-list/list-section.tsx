import 'server-only';
import accordion from '../../blocks/accordion/accordion.module.css';
import { Band } from '../../blocks/band/band.tsx';
import { Button } from '../../blocks/button/button.tsx';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import table from '../../blocks/table/table.module.css';
import { LIST_LIMITS } from '../../forms/decode-list-file.ts';
import tool from '../../forms/tool.module.css';
import { toSitePath } from '../../site/urls.ts';
import { ListForm } from './list-form.client.tsx';

const ID = 'domain-list';

const APPLICATION = '/RSOC-for-domains-application';

type ListSectionProps = {
  /** The page with the domain check, the parameter of its list, and how many domains it takes. */
  readonly check: { readonly path: string; readonly parameter: string; readonly maxDomains: number };
};

/** The list check. Without scripts it says what it does, and where the server checks a list. */
export const ListSection = ({ check }: ListSectionProps) => (
  <Band labelledBy={`${ID}-title`} height={null}>
    <SectionHead
      id={`${ID}-title`}
      label="Your list"
      headline="What’s in your list?"
      text="Find duplicates, subdomains, IDNs and lines that aren’t domains, and count the domains of each extension. Your browser does the work: nothing is sent."
    />
    <noscript>
      <p>
        This page needs scripts, because your list doesn’t leave your browser. Without them, the{' '}
        <a href={toSitePath(APPLICATION)}>application for RSOC</a> checks its list when you send it, and the{' '}
        <a href={toSitePath(check.path)}>domain check</a> takes up to {check.maxDomains} domains.
      </p>
    </noscript>
    <div className={tool.needsScripts}>
      <ListForm
        classNames={{ ...tool, scroll: table.scroll, table: table.table }}
        accordion={accordion}
        formId={`${ID}-form`}
        check={{ ...check, path: toSitePath(check.path) }}
        applicationPath={`${toSitePath(APPLICATION)}#apply`}
        downloadButton={
          <Button type="submit" form={`${ID}-form`} name="download" variant="secondary">
            Download as CSV
          </Button>
        }
        controls={
          <>
            <InputField
              type="textarea"
              name="list"
              label="Your domains"
              hint={`One per line, up to ${LIST_LIMITS.lines.toLocaleString('en')}. IDNs in Unicode or Punycode.`}
              rows={8}
              spellCheck={false}
              autoCapitalize="off"
            />
            <InputField
              type="file"
              name="file"
              label="Or open a file"
              hint=".txt or .csv, up to 1 MB. In a table, we read the first column."
              accept=".txt,.csv,text/plain,text/csv"
            />
            <Button type="submit">Check list</Button>
          </>
        }
      />
    </div>
  </Band>
);
