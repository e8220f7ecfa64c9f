import type { UnifiedRequestV2, UnifiedToolCallKind } from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';
import type { CacheMarks } from './emit-cache.ts';
import type { Documents } from './emit-documents.ts';
import type { Names } from './emit-names.ts';
import type { WholeTexts } from './emit-whole-texts.ts';
import type { Withheld } from './emit-withheld.ts';

/** What the writers of one body share. */
export interface Writing {
  readonly context: EmitContext;
  readonly request: UnifiedRequestV2;
  readonly marks: CacheMarks;
  readonly wholeTexts: WholeTexts;
  readonly documents: Documents;
  readonly names: Names;
  readonly withheld: Withheld;
  /** The kinds of the tools that the client runs, by the names of their calls. */
  readonly kinds: ReadonlyMap<string, UnifiedToolCallKind>;
  /** Whether an answer is written: it goes to a client, which takes more than the provider does. */
  readonly inAnswer?: true;
}
