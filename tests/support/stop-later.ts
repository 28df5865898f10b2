/**
 * For a server that the tests of a file share. `beforeAll`, where it starts, belongs to no test that could end, so `afterAll` has to
 * stop it.
 */
export const stopLater = (): void => undefined;
