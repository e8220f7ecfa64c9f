import { translateBetweenProviders } from 'llm-bridge';
import { projectRequest } from '../../src/projection/index.ts';
import { anthropicMessages, openaiChat } from '../../src/projection/profile/index.ts';
import { chatBody } from '../input/chat-body.ts';
import { accept, type Case } from './case.ts';

/** Objects to objects: a body of so many turns, with tool results of so many characters. */
export function projectCase(size: string, turns: number, length: number): Case {
  const body = chatBody(turns, length);
  const bytes = JSON.stringify(body);
  const route = { from: { profile: openaiChat }, to: { profile: anthropicMessages } };
  accept(projectRequest(route, body));
  return {
    name: `project chat to anthropic ${size}`,
    ours: () => projectRequest(route, body),
    against: { name: 'parse + stringify', run: () => JSON.stringify(JSON.parse(bytes)) },
    // The peer's parameter type is that of the vendor's client, which our plain JSON is a value of.
    peers: [{ name: 'llm-bridge 2', run: () => translateBetweenProviders('openai', 'anthropic', body as never) }],
  };
}
