/** Words and limits of the dialect: Chat Completions, as of the official client of November 2026. */

export const ROLES = ['developer', 'system', 'user', 'assistant', 'tool', 'function'] as const;
export const IMAGE_DETAILS = ['auto', 'low', 'high', 'original'] as const;

/** Formats of audio input, each with its media type. */
export const INPUT_AUDIO: Readonly<Record<string, string>> = { wav: 'audio/wav', mp3: 'audio/mpeg' };

/** What these formats are called as well. */
export const INPUT_AUDIO_TYPES: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
};

export const OUTPUT_AUDIO: readonly string[] = ['wav', 'aac', 'mp3', 'flac', 'opus', 'pcm16'];
export const OUTPUT_MODALITIES: readonly string[] = ['text', 'audio'];
export const SERVICE_TIERS: readonly string[] = ['auto', 'default', 'flex', 'scale', 'priority', 'fast'];
export const EFFORTS: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
export const VERBOSITIES: readonly string[] = ['low', 'medium', 'high'];

/** Times to live of a marked prefix, and of what the provider caches on its own. */
export const BREAKPOINT_TTLS: readonly string[] = ['30m', '12h'];
/** How long the provider keeps what it caches, in the words of a deprecated member. */
export const CACHE_RETENTIONS: readonly string[] = ['in_memory', '24h'];
export const REQUEST_TTLS: readonly string[] = ['30m'];

export const MAX_STOP_SEQUENCES = 4;

/** Cache marks that one request writes; the provider's own counts among them, unless the request switches it off. */
export const MAX_WRITTEN_BREAKPOINTS = 4;

/** Cache marks, the latest of a conversation, that the provider looks for in its cache. */
export const MAX_CONSIDERED_BREAKPOINTS = 80;

export const MAX_METADATA_ENTRIES = 16;
export const MAX_METADATA_KEY = 64;
export const MAX_METADATA_VALUE = 512;

/** The published bound is 64 in one place and 128 in another: 64 is safe. */
export const MAX_USER_IDENTIFIER = 64;

/** Inclusive bounds of numbers. */
export const RANGES = {
  temperature: [0, 2],
  top_p: [0, 1],
  n: [1, 128],
  frequency_penalty: [-2, 2],
  presence_penalty: [-2, 2],
  top_logprobs: [0, 20],
  logit_bias: [-100, 100],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;
