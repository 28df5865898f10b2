import { Accordion } from '../../blocks/accordion/accordion.tsx';
import { Table } from '../../blocks/table/table.tsx';
import type { ListGroup } from './list-report.ts';

/** More rows would make the page slow; the CSV file contains them all. */
const MAX_ROWS = 100;

/** The groups of a report. Lazy-loaded, because the page would load the style sheets of these blocks before its first paint. */
export const ListGroups = ({ groups }: { readonly groups: readonly ListGroup[] }) => (
  <Accordion
    hasLinks={false}
    items={groups.map(({ title, head, rows }, index) => ({
      id: `list-${index}`,
      question: `${title} (${rows.length.toLocaleString('en')})`,
      children: (
        <Table
          id={`list-table-${index}`}
          label={title}
          caption={rows.length > MAX_ROWS ? `The first ${MAX_ROWS}. The CSV file has them all.` : ''}
          head={head}
          rows={rows.slice(0, MAX_ROWS)}
        />
      ),
    }))}
  />
);
