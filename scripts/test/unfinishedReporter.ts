import type { Reporter, TestModule } from 'vitest/node';

/** Names the files that a process was running when it ended: Vitest only says that it ended. */
export default class UnfinishedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const module of modules)
      if (module.state() === 'pending' || module.state() === 'queued')
        console.error(`${module.relativeModuleId} was not run to its end`);
  }
}
