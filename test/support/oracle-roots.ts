import type {
  BetaMessage,
  MessageCreateParamsBase as BetaMessageCreateParams,
  BetaRawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type {
  Message,
  MessageCreateParamsBase,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParamsBase,
} from 'openai/resources/chat/completions/completions';

// Types of the official clients under names of their own: the roots that the oracle's schemas are made from.
// What a client sends as a header is no member of the body.

export type AnthropicRequest = Omit<MessageCreateParamsBase, 'user_profile_id' | 'workspace_id'>;

export type AnthropicBetaRequest = Omit<BetaMessageCreateParams, 'betas' | 'user_profile_id' | 'workspace_id'>;

/** Sampling of the revision 2023-06-01: the client dropped it together with that revision. */
interface Sampling {
  temperature?: number;
  top_p?: number;
  top_k?: number;
}

export interface AnthropicRequest20230601 extends AnthropicRequest, Sampling {}

export interface AnthropicBetaRequest20230601 extends AnthropicBetaRequest, Sampling {}

export type OpenaiChatRequest = ChatCompletionCreateParamsBase;

export type OpenaiChatAnswer = ChatCompletion;

export type OpenaiChatFrame = ChatCompletionChunk;

export type AnthropicAnswer = Message;

export type AnthropicBetaAnswer = BetaMessage;

export type AnthropicFrame = RawMessageStreamEvent;

export type AnthropicBetaFrame = BetaRawMessageStreamEvent;
