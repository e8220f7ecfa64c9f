import type { CapabilityTable } from '../../capability.ts';
import { capabilities } from './capabilities.ts';

/** What is about the content of a conversation: an answer carries it as a history does. */
const ABOUT_CONTENT = /^(?:item|part|source|citation|reasoning|compaction|tool-call|tool-result)\./;

/** What only clients say: an answer has no place for it. */
const OF_CLIENTS: ReadonlySet<string> = new Set([
  'item.tool-result',
  'item.message.clear-at',
  'item.configuration-update',
  'item.tool-set-change',
]);

/** What Messages carries of an answer, in every revision. What is not here is reported as lost. */
export const ANSWER_CAPABILITIES: CapabilityTable = {
  ...Object.fromEntries(
    Object.entries(capabilities(undefined)).filter(([code]) => ABOUT_CONTENT.test(code) && !OF_CLIENTS.has(code)),
  ),
  'part.reasoning.estimated-tokens': 'partial',
  'result.usage': 'partial',
  'result.error': 'partial',
  'result.finish-reason': 'partial',
  'result.model': 'partial',
  'result.state': 'partial',
  'result.input-transformations': 'partial',
  'result.context-edits': 'full',
  'result.cache-diagnostics': 'partial',
  'model.fallback-credit': 'partial',
  'tool.container.skills': 'full',
};
