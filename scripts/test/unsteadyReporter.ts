import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Writes down which tests of Vitest passed only when they ran once more, into the file that `UNSTEADY_FILE` names. */
export default class UnsteadyReporter implements Reporter {
  private readonly unsteady: string[] = [];

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky)
      this.unsteady.push(`${test.module.relativeModuleId} › ${test.fullName}`);
  }

  onTestRunEnd(modules: readonly TestModule[]) {
    const file = process.env['UNSTEADY_FILE'];
    if (file) writeFileSync(file, JSON.stringify(this.unsteady));
    // Vitest says that a process ended, and not what it was running.
    for (const module of modules)
      if (module.state() === 'pending' || module.state() === 'queued')
        console.error(`${module.relativeModuleId} was not run to its end`);
  }
}
