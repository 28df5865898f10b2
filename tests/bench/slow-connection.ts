import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';

const PACKET = 1_460;

/** Round trip time in ms, and bandwidth of all connections together in bytes per second. */
export type Connection = { readonly roundTripMs: number; readonly bytesPerS: number };

/**
 * A TCP proxy that simulates a slow connection to a local server. The throttling of developer tools applies to one page
 * only; with a proxy it also applies to pages that the browser prerenders.
 */
export const openSlowConnection = async (toPort: number, { roundTripMs, bytesPerS }: Connection) => {
  let freeAt = 0;
  /** When the last byte arrives, after all bytes queued by other connections. */
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
    // The TCP handshake.
    await setTimeout(roundTripMs);
    const site = connect(toPort, '127.0.0.1');
    sockets.add(site);
    carry(browser, site, false);
    carry(site, browser, true);
    browser.resume();
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    close: (): void => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
