import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

interface KnownSkip {
  /** A part of the full title of every test that may be skipped for this reason. */
  readonly title: string;
  readonly reason: string;
}

const KNOWN: readonly KnownSkip[] = JSON.parse(readFileSync(new URL('../known-skips.json', import.meta.url), 'utf8'));

/**
 * Says plainly what was skipped and why, and ends with one line that counts. Under continuous integration a skip that
 * is not listed in known-skips.json fails the run.
 */
export class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    const unknown = skipped.filter((test) => reasonOf(test) === undefined);
    for (const [reason, titles] of Map.groupBy(skipped, reasonOf)) {
      console.log(`\nskipped ${titles.length}: ${reason ?? 'for no listed reason'}`);
      for (const test of titles.slice(0, 10)) console.log(`  ${test.fullName}`);
    }
    if (unknown.length > 0 && process.env['URTEXT_CI'] !== undefined) process.exitCode = 1;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    ).length;
    console.log(`\n${count('passed')} passed, ${count('failed') + broken} failed, ${skipped.length} skipped`);
  }
}

function reasonOf(test: TestCase): string | undefined {
  return KNOWN.find(({ title }) => test.fullName.includes(title))?.reason;
}
