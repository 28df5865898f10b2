import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const PACKET = 1_460;

/** Round trip in ms, bytes a second for all connections together. */
export type Line = { readonly roundTripMs: number; readonly bytesPerS: number };

/**
 * A line between a browser and a server of this machine. What developer tools slow down is one page; the pages that a
 * browser prepares besides go at full speed there, and through this line like all others.
 */
export const openSlowConnection = async (toPort: number, { roundTripMs, bytesPerS }: Line) => {
  let freeAt = 0;
  /** When the last of so many bytes has come through, behind those of the other connections. */
  const arrivalOf = (bytes: number): number => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes / bytesPerS) * 1_000;
    return freeAt + roundTripMs / 2;
  };
  const carry = (from: Socket, to: Socket, isShared: boolean): void => {
    let last = Promise.resolve();
    const after = (arrival: number, act: () => void): void => {
      last = last.then(async () => {
        await setTimeout(Math.max(0, arrival - performance.now()));
        if (!to.destroyed) act();
      });
    };
    from.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += PACKET) {
        const packet = bytes.subarray(at, at + PACKET);
        const arrival = isShared ? arrivalOf(packet.length) : performance.now() + roundTripMs / 2;
        after(arrival, () => to.write(packet));
      }
    });
    from.on('end', () => after(performance.now() + roundTripMs / 2, () => to.end()));
    for (const socket of [from, to]) socket.on('error', () => socket.destroy());
  };

  const sockets = new Set<Socket>();
  const server = createServer(async (browser) => {
    sockets.add(browser);
    browser.pause();
    // The handshake.
    await setTimeout(roundTripMs);
    const site = connect(toPort, '127.0.0.1');
    sockets.add(site);
    carry(browser, site, false);
    carry(site, browser, true);
    browser.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    port: address.port,
    close: (): void => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
