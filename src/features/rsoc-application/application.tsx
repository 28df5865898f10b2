import 'server-only';
import { Band } from '../../blocks/band/band.tsx';
import { Editable, FixedText } from '../../blocks/editable/editable.tsx';
import { SectionHead } from '../../blocks/section-head/section-head.tsx';
import { Skeleton, SkeletonLines, SkeletonList } from '../../blocks/skeleton/skeleton.tsx';
import { UnavailableSection } from '../../blocks/unavailable/unavailable.tsx';
import { splitOpening } from '../../blocks/web-blocks/page-opening.tsx';
import { WebBlocks } from '../../blocks/web-blocks/web-blocks.tsx';
import { readPage } from '../../content/pages.ts';
import { part } from '../../framework/index.ts';
import { ApplicationFormSection } from './application-form-section.tsx';
import { ApplicationTicket } from './application-ticket.tsx';

const FORM_ID = 'apply';

type SlugProps = { readonly slug: string };

/** The ticket hardly waits, because it leads to the form. */
const Opening = async ({ slug }: SlugProps) => {
  const page = await readPage.briefly(slug);
  const { opening } = splitOpening(page?.blocks ?? []);

  return (
    <Editable items={page && opening ? [`pages/${page.id}/blocks/${opening.row}`] : []}>
      <ApplicationTicket
        label={opening?.label || 'Application'}
        headline={opening?.headline ?? 'RSOC for domains'}
        text={opening?.text ?? 'Tell us which domains you’d like to put forward; we’ll give you an answer for each.'}
        formId={FORM_ID}
      />
    </Editable>
  );
};

const ConditionsSkeleton = () => (
  <Skeleton>
    <SkeletonList count={4}>
      <Band>
        <SectionHead headline={<SkeletonLines />} text={<SkeletonLines count={6} />} />
      </Band>
    </SkeletonList>
  </Skeleton>
);

const ConditionsFailed = () => (
  <UnavailableSection
    message="The conditions are not available right now."
    advice={
      <>
        You can apply all the same: go on to <a href={`#${FORM_ID}`}>the form</a>.
      </>
    }
  />
);

const Conditions = part(
  'application conditions',
  { Fallback: ConditionsSkeleton, Failed: ConditionsFailed },
  async ({ slug }: SlugProps) => {
    const page = await readPage(slug);
    return <WebBlocks blocks={splitOpening(page?.blocks ?? []).rest} pageId={page?.id} />;
  },
);

/** The application page: the ticket, the conditions for a domain, and the form. */
export const Application = ({ slug }: SlugProps) => (
  <>
    <Opening slug={slug} />
    <Conditions slug={slug} />
    <FixedText>
      <ApplicationFormSection id={FORM_ID} />
    </FixedText>
  </>
);
