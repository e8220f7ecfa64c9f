import type { UnifiedCost, UnifiedModalityCounter, UnifiedUsage } from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';

/** What was written of a report of usage. */
export interface WrittenUsage {
  readonly cost: UnifiedCost | undefined;
  readonly own: boolean;
  readonly modalities: readonly string[];
}

/** Reports the counters that this wire has no place for. */
export function loseUsage(context: EmitContext, usage: UnifiedUsage, written: WrittenUsage): void {
  const { input = {}, output = {} } = usage;
  const lose = (path: string, isThere: boolean) => {
    const reason = 'this wire has no such counter';
    if (isThere) context.loss.lose({ path: `/usage/${path}`, feature: 'result.usage', reason });
  };
  for (const key of ['uncached', 'toolPrompt', 'initial'] as const) lose(`input/${key}`, input[key] !== undefined);
  for (const key of ['cacheWriteByTtl', 'cacheReadByModality', 'toolPromptByModality'] as const) {
    for (const index of (input[key] ?? []).keys()) lose(`input/${key}/${index}`, true);
  }
  lose('output/visible', output.visible !== undefined);
  const isForeign = ({ modality }: UnifiedModalityCounter) => !written.modalities.includes(modality);
  input.byModality?.forEach((counter, index) => {
    lose(`input/byModality/${index}`, isForeign(counter));
  });
  output.byModality?.forEach((counter, index) => {
    lose(`output/byModality/${index}`, isForeign(counter));
  });
  usage.costs?.forEach((cost, index) => {
    lose(`costs/${index}`, cost !== written.cost);
  });
  for (const key of ['serverTools', 'iterations'] as const) {
    for (const index of (usage[key] ?? []).keys()) lose(`${key}/${index}`, true);
  }
  for (const key of ['speed', 'inferenceGeography', 'contextWindow'] as const) lose(key, usage[key] !== undefined);
  lose('serviceTier', usage.serviceTier !== undefined && !written.own);
}
