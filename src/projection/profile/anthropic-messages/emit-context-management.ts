import type { UnifiedContextAmount, UnifiedContextEdit } from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import { isOwnRequest, put } from './emit-basics.ts';
import type { Writing } from './emit-writing.ts';
import { formOf } from './forms.ts';

const NEWEST: Readonly<Record<UnifiedContextEdit['type'], { readonly rule: string; readonly version: string }>> = {
  'clear-tool-uses': { rule: 'clear_tool_uses', version: '20250919' },
  'clear-thinking': { rule: 'clear_thinking', version: '20251015' },
  compact: { rule: 'compact', version: '20260112' },
};

/** Writes the rules by which the provider keeps the context small. */
export function writeContextManagement(writing: Writing): WireDraft | undefined {
  const management = writing.request.generation.contextManagement;
  if (management === undefined) return undefined;
  return {
    edits: management.value.map((edit, index) => {
      return writeEdit(writing, edit, `/generation/contextManagement/value/${index}`);
    }),
  };
}

function writeEdit(writing: Writing, edit: UnifiedContextEdit, path: string): WireDraft {
  const { rule, version } = NEWEST[edit.type];
  const own = isOwnRequest(writing.request);
  if (!own && edit.version !== undefined && edit.version !== version) {
    const reason = 'the version is of another dialect; the newest one that is known here was taken';
    writing.context.loss.lose({ path: `${path}/version`, feature: 'generation.context-management.version', reason });
  }
  const draft: WireDraft = { type: `${rule}_${own ? (edit.version ?? version) : version}` };
  if (edit.type === 'clear-tool-uses') writeClearToolUses(edit, draft);
  else if (edit.type === 'clear-thinking') writeClearThinking(writing, edit, draft);
  else {
    put(draft, 'trigger', amount(edit.trigger));
    put(draft, 'instructions', edit.instructions);
    put(draft, 'pause_after_compaction', edit.pauseAfter);
  }
  return draft;
}

function writeClearToolUses(
  edit: Extract<UnifiedContextEdit, { readonly type: 'clear-tool-uses' }>,
  draft: WireDraft,
): void {
  put(draft, 'trigger', amount(edit.trigger));
  put(draft, 'keep', amount(edit.keep));
  put(draft, 'clear_at_least', amount(edit.clearAtLeast));
  put(draft, 'clear_tool_inputs', edit.clearInputsOf ?? edit.clearInputs);
  put(draft, 'exclude_tools', edit.excludedTools);
}

function writeClearThinking(
  { request }: Writing,
  edit: Extract<UnifiedContextEdit, { readonly type: 'clear-thinking' }>,
  draft: WireDraft,
): void {
  const asObject = formOf(request.metadata?.providerData, 'request-form').keepAllAsObject === true;
  if (edit.keepAll === true) draft['keep'] = asObject ? { type: 'all' } : 'all';
  else put(draft, 'keep', amount(edit.keep));
}

function amount(value: UnifiedContextAmount | undefined): WireDraft | undefined {
  return value === undefined ? undefined : { type: value.unit.replaceAll('-', '_'), value: value.value };
}
