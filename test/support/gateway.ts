import { projectRequest, projectResponse, projectStream } from '../../src/projection/index.ts';
import type { Profile } from '../../src/projection/profile.ts';
import { ownerOf } from './audited.ts';
import { type Answer, type Loopback, type Received, serve } from './loopback.ts';

/** Where a gateway's requests go. */
export interface GatewayTarget {
  readonly profile: Profile;
  readonly url: string;
}

const PATHS: Readonly<Record<string, string>> = {
  'openai-chat': '/v1/chat/completions',
  'anthropic-messages': '/v1/messages',
};

/**
 * A gateway made of projections alone: it speaks one dialect to its client and another to its provider. Everything that
 * the client holds of the provider came through here, so that it belongs to the provider's owner.
 */
export function gateway(client: Profile, target: GatewayTarget): Promise<Loopback> {
  return serve((received) => answer(client, target, received));
}

async function answer(client: Profile, { profile, url }: GatewayTarget, { body, signal }: Received): Promise<Answer> {
  const owner = ownerOf(profile, 'loopback');
  const there = { from: { profile: client }, to: { profile } };
  const back = { from: { profile }, to: { profile: client } };
  const request = projectRequest(there, body, { owner, targetOwner: owner });
  if (!request.ok) return json(400, { error: { message: JSON.stringify(request.loss.entries) } });
  const { aliases, value } = request;
  const requested = value.model.id === undefined ? {} : { requestedModel: value.model.id };
  const options = { owner, targetOwner: owner, aliases, ...requested };
  const text = request.text();
  const response = await fetch(url + (PATHS[profile.family] ?? '/'), { method: 'POST', body: text, signal });
  if (response.status === 200 && request.wire['stream'] === true && response.body !== null) {
    const chunks = projectStream(back, response.body, { ...options, request: value, signal });
    return { status: 200, contentType: 'text/event-stream', chunks };
  }
  const projected = projectResponse(back, await response.text(), { ...options, httpStatus: response.status });
  return projected.ok ? json(projected.status, projected.wire) : json(500, { error: { message: 'refused' } });
}

function json(status: number, body: unknown): Answer {
  return { status, contentType: 'application/json', chunks: [JSON.stringify(body)] };
}
