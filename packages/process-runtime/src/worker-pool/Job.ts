/**
 * A function that runs in a thread of the pool. Its input and output are copied in the same way as with
 * `structuredClone`.
 */
export interface Job<Input, Output> {
  /** The module that exports the function. It must be free of side effects. */
  readonly module: URL
  /** The name of the export. Metrics use it as the name of the job. */
  readonly name: string
  /** The maximum running time in the thread, in milliseconds. After this time, the thread is terminated. */
  readonly deadlineMs: number
  /** The types of the function's input and output. The field is never set. */
  readonly types?: (input: Input) => Output
}

/** The outcome of a job: its value, or the reason why there is none. */
export type JobOutcome<Output> =
  | { readonly _tag: "Done"; readonly value: Output }
  /** The job exceeded its deadline and was terminated. */
  | { readonly _tag: "TooSlow"; readonly deadlineMs: number }
  /** The job needed more memory than a thread may have. */
  | { readonly _tag: "TooLarge" }
  /** Too many jobs are waiting, either in total or from this owner. The job was not started. */
  | { readonly _tag: "Busy" }

type JobsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends (input: never) => unknown ? Name : never]: Module[Name]
}

type InputOf<F> = F extends (input: infer Input) => unknown ? Input : never
type OutputOf<F> = F extends (input: never) => infer Output ? Awaited<Output> : never

/**
 * Returns the URL of a module in the folder of the current module. `path` has no extension, because the module is `.ts`
 * in sources and `.js` in a build. The module must be an entry point of the build.
 */
export const moduleBeside = (path: string, importMetaUrl: string): URL =>
  new URL(`${path}${importMetaUrl.endsWith(".ts") ? ".ts" : ".js"}`, importMetaUrl)

/**
 * Declares an exported function of a module as a job.
 *
 * @example
 * const defineMyJob = jobsIn<typeof import("./myJobs.ts")>(moduleBeside("./myJobs", import.meta.url))
 * const countWords = defineMyJob("countWords", 5_000)
 */
export const jobsIn =
  <Module>(module: URL) =>
  <Name extends keyof JobsOf<Module> & string>(
    name: Name,
    deadlineMs: number
  ): Job<InputOf<Module[Name]>, OutputOf<Module[Name]>> => ({ module, name, deadlineMs })
