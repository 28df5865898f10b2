/** The header in which the front hands on the client's address; what a client sends under this name is thrown away. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';
