import type { FormMessage } from '../../src/forms/message.ts';

type Definition<Message> = Pick<FormMessage<Message>, 'validate'>;

/** The errors of a message by field; none if it is valid. */
export const errorsIn = async (
  definition: Definition<unknown>,
  input: unknown,
): Promise<Readonly<Record<string, string>>> => {
  const result = await definition.validate(input);
  return result.status === 'invalid' ? result.fields : {};
};

/** @throws if the message is invalid. */
export const validIn = async <Message>(definition: Definition<Message>, input: unknown): Promise<Message> => {
  const result = await definition.validate(input);
  if (result.status === 'invalid') throw new Error(JSON.stringify(result.fields));
  return result.message;
};
