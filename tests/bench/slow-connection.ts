import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { listenOnLoopback } from '../support/listen-on-loopback.ts';

/** The payload of a TCP segment on Ethernet, in bytes. */
const PACKET_BYTES = 1_460;

/** Round trip time in ms, and bandwidth of all connections together in bytes per second. */
export type Connection = { readonly roundTripMs: number; readonly bytesPerS: number };

/**
 * A TCP proxy that simulates a slow connection to a local server. The throttling of developer tools applies to one page
 * only; with a proxy it also applies to pages that the browser prerenders.
 */
export const openSlowConnection = async (toPort: number, { roundTripMs, bytesPerS }: Connection) => {
  let idleAt = 0;
  /** When the last byte arrives, after all bytes that other connections have queued. */
  const arrivalOf = (bytes: number): number => {
    idleAt = Math.max(idleAt, performance.now()) + (bytes / bytesPerS) * 1_000;
    return idleAt + roundTripMs / 2;
  };
  const forward = (from: Socket, to: Socket, isBandwidthLimited: boolean): void => {
    let previous = Promise.resolve();
    const scheduleAt = (arrival: number, act: () => void): void => {
      previous = previous.then(async () => {
        await setTimeout(Math.max(0, arrival - performance.now()));
        if (!to.destroyed) act();
      });
    };
    from.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += PACKET_BYTES) {
        const packet = bytes.subarray(at, at + PACKET_BYTES);
        const arrival = isBandwidthLimited ? arrivalOf(packet.length) : performance.now() + roundTripMs / 2;
        scheduleAt(arrival, () => to.write(packet));
      }
    });
    from.on('end', () => scheduleAt(performance.now() + roundTripMs / 2, () => to.end()));
    for (const socket of [from, to]) socket.on('error', () => socket.destroy());
  };

  const sockets = new Set<Socket>();
  const server = createServer(async (browser) => {
    sockets.add(browser);
    browser.pause();
    // The TCP handshake takes a round trip.
    await setTimeout(roundTripMs);
    const site = connect(toPort, '127.0.0.1');
    sockets.add(site);
    forward(browser, site, false);
    forward(site, browser, true);
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
