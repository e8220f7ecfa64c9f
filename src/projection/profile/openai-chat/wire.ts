/** Words of the dialect: Chat Completions, as of the official client of November 2026. */

export const ROLES = ['developer', 'system', 'user', 'assistant', 'tool', 'function'] as const;
export const IMAGE_DETAILS = ['auto', 'low', 'high', 'original'] as const;
export const AUDIO_MEDIA_TYPES: Readonly<Record<string, string>> = { wav: 'audio/wav', mp3: 'audio/mpeg' };
export const SERVICE_TIERS: readonly string[] = ['auto', 'default', 'flex', 'scale', 'priority', 'fast'];
export const EFFORTS: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
export const VERBOSITIES: readonly string[] = ['low', 'medium', 'high'];
export const CACHE_TTLS: readonly string[] = ['30m', '12h'];
export const MAX_STOP_SEQUENCES = 4;
export const MAX_CACHE_BREAKPOINTS = 4;
export const MAX_METADATA_ENTRIES = 16;
