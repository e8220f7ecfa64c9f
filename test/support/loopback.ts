import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A server on this machine. */
export interface Loopback extends AsyncDisposable {
  readonly url: string;
}

export interface Received {
  readonly path: string;
  readonly body: string;
  /** Fires when whoever asked is gone. */
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Texts are written as they come; each waits until the one before was taken. */
  readonly chunks: Iterable<string> | AsyncIterable<string>;
  /** Whether the connection breaks after the last chunk instead of ending. */
  readonly breaks?: boolean;
}

/** Serves what `handle` answers, on a free port. */
export async function serve(handle: (received: Received) => Promise<Answer>): Promise<Loopback> {
  const server = createServer((request, response) => {
    void respond(request, response, handle);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (received: Received) => Promise<Answer>,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableEnded) gone.abort();
  });
  response.on('error', () => {
    // Whoever asked is gone: the signal says so.
  });
  try {
    const { url = '/' } = request;
    const answer = await handle({ path: url, body: await readText(request), signal: gone.signal });
    response.writeHead(answer.status, { 'content-type': answer.contentType });
    for await (const chunk of answer.chunks) {
      if (gone.signal.aborted) return;
      // What was written is on its way before anything breaks.
      await new Promise((resolve) => response.write(chunk, resolve));
    }
    if (answer.breaks === true) response.destroy();
    else response.end();
  } catch (error) {
    if (gone.signal.aborted) return;
    // A fault of the test itself: the client sees it as a broken connection, the log as what it is.
    console.error(error);
    response.destroy();
  }
}
