import 'server-only';
import { toPayload } from '../forms/form-payload.ts';
import { type FormState, type MessageKind, NOT_SENT, SHOWN_LINES, toValues } from '../forms/form-state.ts';
import { fieldNames } from '../forms/message.ts';
import { currentClient, seeOther } from '../framework/rsc/action-context.ts';
import { setSubmittedValues } from '../framework/rsc/submitted-values.ts';
import { toSitePath } from '../site/urls.ts';
import { acceptMessage } from './mail.ts';

const PAGES = { contact: '/contact', application: '/RSOC-for-domains-application' } as const;

/** The signed time of the first showing stays: a form that comes back was not filled in within a second. */
const startedAtOf = (form: FormData): Record<string, string> => {
  const token = form.get('startedAt');
  return typeof token === 'string' && token.length <= 200 ? { startedAt: token } : {};
};

const namesOf = (kind: MessageKind): readonly string[] => fieldNames[kind].filter((name) => name !== 'kind');

const accept = async (kind: MessageKind, form: FormData) => {
  try {
    return await acceptMessage({ ...(await toPayload(form)), kind }, currentClient());
  } catch {
    return { status: 'refused', statusMessage: NOT_SENT } as const;
  }
};

/**
 * What both actions do with a form. An accepted one ends in a 303 to the page's thanks, with the reference; of any other
 * the page keeps what was entered.
 */
export const acceptForm = async (kind: MessageKind, form: unknown): Promise<FormState> => {
  if (!(form instanceof FormData)) return { status: 'refused', statusMessage: NOT_SENT };
  const acceptance = await accept(kind, form);
  if (acceptance.status === 'accepted') {
    return seeOther(`/${toSitePath(PAGES[kind]).slice(1)}?sent=${acceptance.reference}`);
  }
  setSubmittedValues({ ...toValues(namesOf(kind), form), ...startedAtOf(form) });
  if (acceptance.status === 'refused') return { status: 'refused', statusMessage: acceptance.statusMessage };
  const { fields, rejectedLines = [] } = acceptance;
  return { status: 'invalid', fields, rejectedLines: rejectedLines.slice(0, SHOWN_LINES) };
};
