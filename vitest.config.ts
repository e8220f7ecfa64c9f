import { defineConfig } from 'vitest/config';
import { SkipReporter } from './test/support/skip-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default', new SkipReporter()],
  },
});
