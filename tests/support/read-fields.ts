/** The names of the fields that a function reads from a message, sorted. */
export const listReadFields = <Message extends object>(
  message: Message,
  compose: (message: Message) => unknown,
): string[] => {
  const names = new Set<string>();
  compose(
    new Proxy(message, {
      get: (target, name) => {
        names.add(String(name));
        return Reflect.get(target, name);
      },
    }),
  );
  return [...names].sort();
};
