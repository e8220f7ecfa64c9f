import type { JsonObject } from '../../src/core/json.ts';
import type { Exchange } from './exchanges.ts';
import { type Answer, type Loopback, serve } from './loopback.ts';

/** How the stream of an exchange is played, when it is not played whole. */
export interface Playing {
  /** The connection breaks after so many frames. */
  readonly breaksAfter?: number;
  /** The server says nothing more after so many frames, and waits until the client is gone. */
  readonly hangsAfter?: number;
}

export interface Upstream extends Loopback {
  /** The bodies that were asked, in order. */
  readonly asked: readonly JsonObject[];
  /** Settles when a client is gone before its answer was whole. */
  readonly abandoned: Promise<void>;
}

/** A provider that plays its exchanges one after the other: whole or as a stream, as each request asks. */
export async function upstream(
  family: string,
  exchanges: readonly Exchange[],
  playing: Playing = {},
): Promise<Upstream> {
  const asked: JsonObject[] = [];
  const abandoned = Promise.withResolvers<void>();
  const server = await serve(async ({ body, signal }) => {
    const exchange = exchanges[asked.length];
    // Requests are bodies of the dialect that is played.
    const request = JSON.parse(body) as JsonObject;
    asked.push(request);
    if (exchange === undefined) throw new Error('More was asked than is played.');
    signal.addEventListener('abort', () => abandoned.resolve());
    return play(family, exchange, request['stream'] === true, playing, signal);
  });
  return { ...server, url: server.url, asked, abandoned: abandoned.promise };
}

function play(
  family: string,
  { status = 200, body, frames }: Exchange,
  streams: boolean,
  playing: Playing,
  signal: AbortSignal,
): Answer {
  if (status !== 200 || !streams) {
    return { status, contentType: 'application/json', chunks: [JSON.stringify(body)] };
  }
  const isChat = family === 'openai-chat';
  const texts = frames.map((frame) =>
    isChat
      ? `data: ${JSON.stringify(frame)}\n\n`
      : `event: ${String(frame['type'])}\ndata: ${JSON.stringify(frame)}\n\n`,
  );
  if (isChat) texts.push('data: [DONE]\n\n');
  const { breaksAfter, hangsAfter } = playing;
  const chunks = hangsAfter === undefined ? texts.slice(0, breaksAfter) : hanging(texts.slice(0, hangsAfter), signal);
  return { status, contentType: 'text/event-stream', chunks, breaks: breaksAfter !== undefined };
}

async function* hanging(texts: readonly string[], signal: AbortSignal): AsyncGenerator<string> {
  yield* texts;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
}
