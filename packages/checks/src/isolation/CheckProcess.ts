import { guard } from "@mon/bundled/callbacks"
import { STUCK_EXIT_CODE } from "@mon/process-runtime"
import { type Job, type JobOutcome, moduleBeside, WorkerPool } from "@mon/process-runtime/worker-pool"
import type { CheckRequest, CheckResult } from "@mon/uptime-probe"
import { UptimeProbe } from "@mon/uptime-probe/effect"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { fork } from "node:child_process"
import process from "node:process"

/** The settings of a process that runs checks. They are copied from the process that starts it. */
export interface CheckProcessSettings {
  readonly dnsServers: ReadonlyArray<string>
  /** The private CIDRs that the address policy allows. */
  readonly allowPrivateNetworks: ReadonlyArray<string>
  /** The additional trust anchors, in PEM form. */
  readonly extraCa: ReadonlyArray<string>
}

/** A message to the check process. Messages are copied in the same way as by `structuredClone`. */
export type ToCheckProcess =
  | { readonly _tag: "Start"; readonly settings: CheckProcessSettings }
  | { readonly _tag: "Check"; readonly id: number; readonly request: CheckRequest }
  | {
      readonly _tag: "Job"
      readonly id: number
      readonly job: { readonly module: string; readonly name: string; readonly deadlineMs: number }
      readonly input: unknown
      readonly owner: string
    }
  /** A ping that the process answers immediately. If there is no answer, the event loop of the process is blocked. */
  | { readonly _tag: "Ping"; readonly id: number }
  | { readonly _tag: "Cancel"; readonly id: number }

type Asked = Extract<ToCheckProcess, { readonly id: number }>
type Question = Asked extends infer Each ? (Each extends Asked ? Omit<Each, "id"> : never) : never

export type FromCheckProcess =
  | { readonly _tag: "Ready" }
  /** Sent before the work begins. If the process ends before this message, the work is not the cause. */
  | { readonly _tag: "Begun" }
  | { readonly _tag: "Done"; readonly id: number; readonly value: unknown }
  | { readonly _tag: "Failed"; readonly id: number; readonly error: string }

/** The end of a process that ended without being stopped by its parent: the exit code, or the signal. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The times since a process started and since it became ready, in milliseconds. */
export interface ProcessAges {
  readonly sinceStart: number
  readonly sinceReady: number
}

export interface CheckProcess {
  /** The engines that run in the process. After the process has ended, their effects never complete. */
  readonly engines: Context.Context<UptimeProbe | WorkerPool>
  readonly ping: Effect.Effect<void>
  /** Completes if the process ends before its scope closes. */
  readonly ended: Effect.Effect<ProcessEnd>
  /** Whether the process has begun to run its first check or job. */
  readonly hasBegun: () => boolean
  readonly ages: Effect.Effect<ProcessAges>
}

/** The error if the process did not start, because the machine has too little memory or the program is broken. */
export class CheckProcessUnavailable extends Data.TaggedError("CheckProcessUnavailable")<{ readonly why: string }> {}

export const checkProgram = moduleBeside("./checkProgram", import.meta.url)

/** The longest time that a process may take to start. Even a busy machine needs less. */
const START_MS = 20_000
const HEAP_MB = 512
const NANOS_PER_MILLI = 1_000_000

const monotonicMs = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / NANOS_PER_MILLI)

/**
 * The environment variables of the process. They determine the trust anchors and the time zone. The service's own
 * settings are left out, because they contain secrets.
 */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("MON_")))

const execArgv = (): Array<string> => [
  ...(import.meta.url.endsWith(".ts")
    ? ["--conditions=@mon/source", "--disable-warning=ExperimentalWarning"]
    : process.execArgv.filter((argument) => !argument.startsWith("--inspect"))),
  `--max-old-space-size=${HEAP_MB}`
]

const open = (program: URL) => {
  const ready = Deferred.makeUnsafe<void>()
  const ended = Deferred.makeUnsafe<ProcessEnd>()
  const waiting = new Map<number, (answer: Effect.Effect<unknown>) => void>()
  let hasBegun = false
  let asked = 0
  const child = fork(program, [], {
    env: environment(),
    execArgv: execArgv(),
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })
  const end = (how: ProcessEnd) => void Deferred.doneUnsafe(ended, Effect.succeed(how))
  const settle = (id: number, answer: Effect.Effect<unknown>) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  }
  // The process is killed if a callback throws. The end of the process then proves nothing about its checks.
  const safely = guard(() => child.kill("SIGKILL"))
  const onExit = safely((code: number | null, signal: NodeJS.Signals | null) => end({ code, signal }))
  const onError = safely(() => {
    if (child.pid === undefined) end({ code: null, signal: null })
  })
  // The cast is safe, because only serveChecks.ts sends messages here.
  const onMessage = safely((message: FromCheckProcess) => {
    switch (message._tag) {
      case "Ready":
        return void Deferred.doneUnsafe(ready, Effect.void)
      case "Begun":
        hasBegun = true
        return
      case "Done":
        return settle(message.id, Effect.succeed(message.value))
      case "Failed":
        return settle(message.id, Effect.die(new Error(message.error)))
    }
  })
  child.on("exit", onExit).on("error", onError).on("message", onMessage)
  // If the process has ended, the message is lost. The end of the process is reported separately.
  const send = (message: ToCheckProcess) => void (child.connected && child.send(message, () => {}))
  const ask = <A>(question: Question): Effect.Effect<A> =>
    Effect.callback<A>((resume) => {
      asked += 1
      const id = asked
      // The cast is safe, because the process answers each question with the result of its engine.
      waiting.set(id, (answer) => resume(answer as Effect.Effect<A>))
      send({ ...question, id } as Asked)
      return Effect.sync(() => {
        if (waiting.delete(id)) send({ _tag: "Cancel", id })
      })
    })
  return {
    send,
    ask,
    ready: Deferred.await(ready),
    ended: Deferred.await(ended),
    hasBegun: () => hasBegun,
    close: () => void child.kill("SIGKILL")
  }
}

export const startCheckProcess = Effect.fnUntraced(function* (
  program: URL,
  settings: CheckProcessSettings
): Effect.fn.Return<CheckProcess, CheckProcessUnavailable, Scope.Scope> {
  const startedAt = yield* monotonicMs
  const { ask, ended, hasBegun, ready, send } = yield* Effect.acquireRelease(
    Effect.sync(() => open(program)),
    ({ close }) => Effect.sync(close)
  )
  send({ _tag: "Start", settings })
  yield* Effect.raceFirst(
    ready,
    Effect.flatMap(ended, (how) => new CheckProcessUnavailable({ why: `It ended with ${howItEnded(how)}.` }))
  ).pipe(
    Effect.timeoutOrElse({
      duration: START_MS,
      orElse: () => Effect.fail(new CheckProcessUnavailable({ why: "It did not start in time." }))
    })
  )
  const readyAt = yield* monotonicMs
  const engines = Context.make(UptimeProbe, {
    check: (request) => ask<CheckResult>({ _tag: "Check", request })
  }).pipe(
    Context.add(WorkerPool, {
      run: <Input, Output>({ deadlineMs, module, name }: Job<Input, Output>, input: Input, owner: string) =>
        ask<JobOutcome<Output>>({ _tag: "Job", job: { module: module.href, name, deadlineMs }, input, owner })
    })
  )
  return {
    engines,
    ping: ask<void>({ _tag: "Ping" }),
    ended,
    hasBegun,
    ages: Effect.map(monotonicMs, (now) => ({ sinceStart: now - startedAt, sinceReady: now - readyAt }))
  }
})

export const howItEnded = ({ code, signal }: ProcessEnd): string =>
  signal !== null ? `signal ${signal}` : code !== null ? `exit code ${code}` : "a failed start"

/**
 * The signals that a process causes itself: through `abort`, a failed assertion in V8, or a fault in native code. All
 * other signals come from outside, for example from a kernel that needs memory, a service manager or a person.
 */
const OWN_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set([
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGILL",
  "SIGSEGV",
  "SIGSYS",
  "SIGTRAP"
])

/**
 * Whether a process certainly ended because of its own work. A blocked event loop does not count, because the machine
 * may have been too busy to run it.
 */
export const endedItself = ({ code, signal }: ProcessEnd): boolean =>
  signal === null ? code !== null && code !== STUCK_EXIT_CODE : OWN_SIGNALS.has(signal)

/** The time by which the control process must outlive the process that ended, in milliseconds. */
const LONGER_MS = 500
/** The factor by which the control process must run checks for longer than the process that ended. */
const LONGER = 2

/**
 * Returns the time that the control process must still live, in milliseconds, to show that processes do not end without
 * a cause. It must become older than the process that ended, and must run checks for more than twice as long.
 */
export const controlLeft = (now: ProcessAges, ended: ProcessAges): number =>
  Math.max(0, ended.sinceStart + LONGER_MS - now.sinceStart, LONGER * ended.sinceReady + LONGER_MS - now.sinceReady)
