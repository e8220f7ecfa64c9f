import type { CapabilityTable } from '../../capability.ts';
import { CAPABILITIES } from './capabilities.ts';

/** What an answer of this dialect carries. What is not here is reported as lost. */
export const ANSWER_CAPABILITIES: CapabilityTable = {
  ...CAPABILITIES,
  'item.candidate': 'full',
  'item.status': 'partial',
  // parts
  'part.text.log-probabilities': 'full',
  'part.text.log-probabilities.bytes': 'full',
  'part.text.log-probabilities.token-id': 'partial',
  'part.audio.transcript': 'partial',
  'part.audio.provider-resource': 'partial',
  'part.audio.voice': 'partial',
  'citation.grounding': 'partial',
  'citation.web-search': 'partial',
  // the answer as a whole
  'result.candidates': 'full',
  'result.usage': 'partial',
  'result.error': 'partial',
  'result.finish-reason': 'partial',
  'result.model': 'partial',
  'result.moderation': 'full',
  'result.effective-settings': 'partial',
};
