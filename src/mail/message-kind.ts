import 'server-only';

/** For each field that is invalid, in the order of the form: a sentence that tells the sender how to correct it. */
export type FieldErrors = Readonly<Record<string, string>>;

/** A rejected line of a list field. */
export type RejectedLine = {
  /** From 1. */
  readonly line: number;
  /** At most 80 characters. */
  readonly text: string;
  readonly reason: string;
};

/** The fields of a message that are not its content. */
export type Envelope = {
  /** A submission with the id and the content of another one is a repeat of it. */
  readonly submissionId: string | undefined;
  readonly captchaToken: string | undefined;
  /** Signed by the server when it rendered the form; see `verification.ts`. */
  readonly formToken: string | undefined;
  readonly isHoneypotFilled: boolean;
};

export type Invalid = {
  readonly status: 'invalid';
  readonly fields: FieldErrors;
  readonly rejectedLines?: readonly RejectedLine[];
};

export type Validation<Message> =
  | { readonly status: 'valid'; readonly message: Message; readonly envelope: Envelope }
  | Invalid;

/** The sender of a message. A kind of message may do without a name and an address; such a message is not confirmed by email. */
export type SenderFields = { readonly name?: string | undefined; readonly email?: string | undefined };

/** A row without a value is left out. */
export type EmailRow = readonly [label: string, value: string | number | undefined];
export type EmailSection = { readonly title: string; readonly text: string };
export type EmailAttachment = { readonly filename: string; readonly contentType: string; readonly content: string };

/** The part of the email to the team that depends on the kind of message. */
export type EmailContent = {
  readonly subject: string;
  readonly rows: readonly EmailRow[];
  readonly sections: readonly EmailSection[];
  readonly attachments: readonly EmailAttachment[];
};

/** `thing` is what the confirmation calls the message; `next` says in paragraphs when to expect an answer. */
export type Confirmation = { readonly thing: string; readonly next: readonly string[] };

/** A message that passed validation. */
export type ValidMessage = {
  readonly content: SenderFields;
  readonly confirmation: Confirmation;
  readonly compose: () => EmailContent;
};

/** A kind of message that the mail service accepts. Each form has one, registered in src/site-mail.ts. */
export type MessageKind = {
  /** The value of the field `kind`; stored in the outbox to find the recipients. */
  readonly name: string;
  /** Whether senders get a confirmation even if the site sends none for other messages. */
  readonly isAlwaysConfirmed?: boolean;
  /** Validates a JSON body or a `FormData`. Never throws. */
  readonly validate: (input: unknown) => Promise<Validation<ValidMessage>>;
};

type Definition<Content extends SenderFields> = Omit<MessageKind, 'validate'> & {
  readonly validate: (input: unknown) => Promise<Validation<Content>>;
  readonly compose: (content: Content) => EmailContent;
  readonly confirm: (content: Content) => Confirmation;
};

export const defineMessageKind = <Content extends SenderFields>(definition: Definition<Content>): MessageKind => ({
  ...definition,
  validate: async (input) => {
    const result = await definition.validate(input);
    if (result.status === 'invalid') return result;
    const { message: content, envelope } = result;
    const message = { content, confirmation: definition.confirm(content), compose: () => definition.compose(content) };
    return { status: 'valid', message, envelope };
  },
});
