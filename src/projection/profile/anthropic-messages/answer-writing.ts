import type { UnifiedItem, UnifiedRequestV2 } from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';
import { isOwn, type Placed } from './emit-basics.ts';
import { CacheMarks } from './emit-cache.ts';
import { Documents } from './emit-documents.ts';
import { Names } from './emit-names.ts';
import { WholeTexts } from './emit-whole-texts.ts';
import { Withheld } from './emit-withheld.ts';
import type { Writing } from './emit-writing.ts';

/** What the writers of history need to write items of an answer: the history of a request that asks for nothing else. */
export function answerWriting(context: EmitContext, placed: readonly Placed[]): Writing {
  const items = placed.map(({ item }) => item);
  const request: UnifiedRequestV2 = {
    schemaVersion: '2.0',
    requestId: 'answer',
    conversation: { completeness: 'partial', items },
    model: {},
    generation: {},
    tools: [],
    source: { profile: context.profile },
  };
  return {
    context,
    request,
    marks: new CacheMarks(context, undefined, true),
    wholeTexts: new WholeTexts(),
    documents: new Documents(),
    names: new AnswerNames(request),
    withheld: new Shown(context, items, placed),
    kinds: NO_KINDS,
    inAnswer: true,
  };
}

/** Places the items of an answer that its reader may see. */
export function placeAnswer(items: readonly UnifiedItem[], path: string): readonly Placed[] {
  return items.flatMap((item, index) => {
    return item.visibility === 'model' ? [{ item, path: `${path}/${index}`, own: isOwn(item) }] : [];
  });
}

const NO_KINDS: Writing['kinds'] = new Map();

/** The call of a result may stand in an earlier answer of the same turn. */
class AnswerNames extends Names {
  override isProviderCall(): boolean {
    return true;
  }
}

/** To a client everything is told, be it without the private state that cannot be read. */
class Shown extends Withheld {
  override reasoning(): boolean {
    return false;
  }

  override call(): boolean {
    return false;
  }

  override isAbsentCall(): boolean {
    return false;
  }
}
