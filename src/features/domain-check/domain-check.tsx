import 'server-only';
import { Button } from '../../blocks/button/button.tsx';
import { InputField } from '../../blocks/input-field/input-field.tsx';
import { Skeleton, SkeletonLines } from '../../blocks/skeleton/skeleton.tsx';
import tool from '../../forms/tool.module.css';
import { currentPath, part } from '../../framework/index.ts';
import { currentContext } from '../../framework/shared.ts';
import { toSitePath } from '../../site/urls.ts';
import { CheckForm } from './check-form.client.tsx';
import { toNotes } from './check-notes.ts';
import { type CheckQuery, MAX_DOMAINS, readCheckQuery } from './check-query.ts';
import { CHECK_CSV_URL, DOMAINS } from './check-urls.ts';
import styles from './domain-check.module.css';
import { Report, ResultRow } from './result-row.tsx';
import { checkDomains } from './site-check.ts';
import { type DomainResult, toSummary } from './verdict.ts';

type RowProps = { readonly result: Promise<DomainResult>; readonly isOpen: boolean };

const RowUnavailable = () => <p className={styles.row}>The result of this domain can’t be shown.</p>;

const Row = part(
  'domain check',
  {
    Fallback: () => (
      <Skeleton className={styles.row}>
        <SkeletonLines count={2} />
      </Skeleton>
    ),
    Failed: RowUnavailable,
  },
  async ({ result, isOpen }: RowProps) => {
    currentContext()?.get('onWait')?.();
    return <ResultRow classNames={styles} result={await result} isOpen={isOpen} />;
  },
);

const Summary = part(
  'domain check summary',
  { Fallback: () => null, Failed: () => null },
  async ({ results }: { readonly results: readonly Promise<DomainResult>[] }) => toSummary(await Promise.all(results)),
);

const CheckReport = ({ query }: { readonly query: CheckQuery }) => {
  const results = checkDomains(query.domains);
  return (
    <>
      <Report
        classNames={styles}
        notes={toNotes(query)}
        rows={query.domains.map((domain, index) => ({
          domain,
          content: (
            <Row
              result={results[index] ?? Promise.reject(new Error('no result'))}
              isOpen={query.domains.length === 1}
            />
          ),
        }))}
      />
      {results.length > 0 && (
        <p className={tool.summary}>
          <Summary results={results} />
        </p>
      )}
    </>
  );
};

/** The domain check: a form, and below it the results for the list in the query. */
export const DomainCheck = ({ id }: { readonly id: string }) => {
  const search = new URLSearchParams(currentContext()?.get('pageRequest')?.query);
  const entered = search.get(DOMAINS);
  const query = readCheckQuery(entered ?? '');
  const formId = `${id}-form`;
  return (
    <CheckForm
      classNames={{ ...styles, ...tool }}
      id={id}
      formId={formId}
      path={toSitePath(currentPath())}
      hasReport={query.domains.length > 0}
      downloadButton={
        <Button type="submit" variant="quiet" form={formId} formAction={CHECK_CSV_URL}>
          Download as CSV
        </Button>
      }
      controls={
        <>
          <InputField
            type="textarea"
            name={DOMAINS}
            label="Your domains"
            hint={`One per line, up to ${MAX_DOMAINS}. IDNs in Unicode or Punycode.`}
            defaultValue={query.text}
            rows={5}
            spellCheck={false}
            autoCapitalize="off"
            required
          />
          <Button type="submit">Check domains</Button>
        </>
      }
    >
      {entered !== null && <CheckReport query={query} />}
    </CheckForm>
  );
};
