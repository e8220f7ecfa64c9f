import type { Profile } from '../profile.ts';
import { anthropicMessages } from './anthropic-messages/index.ts';
import { openaiChat } from './openai-chat/index.ts';

export { anthropicMessages, openaiChat };

/** The profiles that come with the package, by family. A caller's own ones are passed like these; nothing looks them up. */
export const PROFILES: readonly Profile[] = [anthropicMessages, openaiChat];
