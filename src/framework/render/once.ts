import 'server-only';

/** Calls `read` when its value is first needed, and shares the value. */
export const once = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= read();
    return value;
  };
};
