import { setTimeout as delay } from "node:timers/promises"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import * as Home from "./Home.ts"
import { closeServer, type OpenOptions, openServer, type OpenServer, urlOf } from "./openServer.ts"
import * as Postmaster from "./Postmaster.ts"
import { seemsAlive } from "./ProcessIdentity.ts"
import { isPassing, restartTimings, type RestartTimings, waitBefore } from "./restartPolicy.ts"
import * as Server from "./Server.ts"
import { bound, keepBounded } from "./ServerLog.ts"
import { acquire, type ServiceLock } from "./ServiceLock.ts"
import { type EmbeddedOptions, LOCK_TIMEOUT_MS } from "./startEmbedded.ts"
import { withStartLock } from "./StartLock.ts"

/** An event in the supervision of a server. Messages are written for the operator. */
export type SupervisionEvent =
  /** Another service uses the data directory, so this service waits. */
  | { readonly _tag: "Waiting"; readonly message: string }
  | { readonly _tag: "Ended"; readonly pid: number }
  | { readonly _tag: "StartFailed"; readonly message: string; readonly attempt: number; readonly retryMs: number }
  | { readonly _tag: "Restarted"; readonly pid: number; readonly port: number; readonly attempts: number }

/** Options for the supervision of a server. */
export interface SupervisionOptions extends EmbeddedOptions {
  /** The maximum wait for another service with the same data directory to end, in milliseconds. Default: 60,000. */
  readonly waitForOtherMs?: number
  readonly onEvent?: (event: SupervisionEvent) => void
  /** The timings of restarts. Only tests change them. */
  readonly timings?: RestartTimings
}

/** The address on which a server listens. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** A server that is restarted when it ends. */
export interface SupervisedServer {
  /** The URL after the first start. A restart may change the port; see {@link SupervisedServer.address}. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** Whether the server was running before this call. */
  readonly adopted: boolean
  /**
   * Returns the address on which the server listens now; null while it does not run. Call it before each connection:
   * after the server has ended, another program may listen on its port and must not receive the password.
   */
  readonly address: () => ServerAddress | null
  /** Resolves with the reason when the server has ended and cannot be restarted. Never resolves after `stop`. */
  readonly lost: Promise<EmbeddedPostgresError>
  /** Stops the server within twelve seconds. A second call waits for the first one to finish. */
  readonly stop: () => Promise<void>
}

/**
 * The default of {@link SupervisionOptions.waitForOtherMs}, which is twice as long as systemd waits for the old
 * process.
 */
const WAIT_FOR_OTHER_MS = 60_000

/** The longest time that `stop` waits for a start in progress, in milliseconds. */
const START_GRACE_MS = 2_000

const HOST = "127.0.0.1"

const lostLock = (home: Home.Home) =>
  new EmbeddedPostgresError({
    reason: "Busy",
    message:
      `Another process has taken over the data directory ${home.folder} while this process was suspended. ` +
      "This process is exiting, so that only one of them uses the directory."
  })

const asError = (home: Home.Home, cause: unknown): EmbeddedPostgresError =>
  cause instanceof EmbeddedPostgresError
    ? cause
    : new EmbeddedPostgresError({
        reason: "StartFailed",
        message: `The embedded database in ${home.data} did not start: ${cause instanceof Error ? cause.message : String(cause)}`,
        cause
      })

const nobodyWaits = () => {}

const supervise = (
  home: Home.Home,
  lock: ServiceLock,
  first: OpenServer,
  open: (options: Pick<OpenOptions, "mayCreate" | "preferredPort">) => Promise<OpenServer>,
  timings: RestartTimings,
  report: (event: SupervisionEvent) => void
) => {
  let current = first
  const stopped = new AbortController()
  const isStopping = () => stopped.signal.aborted
  const wait = (ms: number) => delay(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
  let examineNow = nobodyWaits
  const waitToExamine = () =>
    Promise.race([wait(timings.watchMs), new Promise<void>((resolve) => (examineNow = resolve))])

  /** Restarts the server until it runs. Resolves to an error if only a person can solve the problem. */
  const restart = async (failedBefore: number): Promise<EmbeddedPostgresError | undefined> => {
    const began = performance.now()
    for (let failures = failedBefore; !isStopping(); failures++) {
      await wait(waitBefore(failures, timings))
      if (isStopping()) return undefined
      try {
        current = await open({ mayCreate: false, preferredPort: current.server.port })
        report({
          _tag: "Restarted",
          pid: current.server.process.pid,
          port: current.server.port,
          attempts: failures - failedBefore + 1
        })
        return undefined
      } catch (cause) {
        const error = asError(home, cause)
        const isLasting = !isPassing(cause) && performance.now() - began >= timings.giveUpMs
        if (isLasting || isStopping()) return error
        report({
          _tag: "StartFailed",
          message: error.message,
          attempt: failures - failedBefore + 1,
          retryMs: waitBefore(failures + 1, timings)
        })
      }
    }
    return undefined
  }

  /** Watches the server until `stop` is called or until the server cannot be restarted. */
  const watch = async (): Promise<EmbeddedPostgresError | undefined> => {
    let earlyEnds = 0
    let since = performance.now()
    while (!isStopping()) {
      await waitToExamine()
      if (isStopping()) return undefined
      if (!(await lock.isHeld())) return lostLock(home)
      if (seemsAlive(current.server.process)) continue
      report({ _tag: "Ended", pid: current.server.process.pid })
      earlyEnds = performance.now() - since >= timings.steadyMs ? 0 : earlyEnds + 1
      const error = await restart(earlyEnds)
      if (error !== undefined) return error
      since = performance.now()
    }
    return undefined
  }

  const watching = watch()
  const lost = new Promise<EmbeddedPostgresError>((resolve) => {
    void watching.then((error) => (error === undefined || isStopping() ? undefined : resolve(error)))
  })
  const stop = async () => {
    stopped.abort()
    await Promise.race([watching, delay(START_GRACE_MS)])
    if (await lock.isHeld()) {
      // If a start is in progress, the new server has already written its process id, but `current` is still the
      // previous server.
      const starting = await Postmaster.find(home.data)
      if (starting !== undefined && starting.process.pid !== current.server.process.pid)
        await Server.stop(starting.process)
      await closeServer(home, current)
    }
  }
  /** Returns the address of the server. While the server does not run, returns null and triggers an immediate check. */
  const address = () => {
    const { server } = current
    if (seemsAlive(server.process)) return { host: HOST, port: server.port }
    examineNow()
    return null
  }
  return { address, lost, stop }
}

const run = async (home: Home.Home, lock: ServiceLock, options: SupervisionOptions): Promise<SupervisedServer> => {
  const open = (given: Pick<OpenOptions, "mayCreate" | "preferredPort">) =>
    withStartLock(home.folder, options.lockTimeoutMs ?? LOCK_TIMEOUT_MS, () =>
      openServer(home, {
        settings: options.settings ?? {},
        durable: options.durable ?? true,
        takesOwnership: true,
        ...given
      })
    )
  const first = await open({ mayCreate: true, preferredPort: 0 })
  // On a full disk, the log stays as long as it is.
  await bound(home.folder).catch(() => {})
  const releaseLog = keepBounded(home.folder)
  const supervision = supervise(
    home,
    lock,
    first,
    open,
    options.timings ?? restartTimings,
    options.onEvent ?? (() => {})
  )
  const stopOnce = async () => {
    releaseLog()
    try {
      await supervision.stop()
    } finally {
      await lock.release()
    }
  }
  let stopping: Promise<void> | undefined
  return {
    url: urlOf(first.password, first.server.port),
    port: first.server.port,
    dataDir: options.dataDir,
    adopted: first.adopted,
    address: supervision.address,
    lost: supervision.lost,
    stop: () => (stopping ??= stopOnce())
  }
}

/**
 * Runs the embedded PostgreSQL of a data directory for a service: restarts the server when it ends, and lets only one
 * service use the directory. Rejects with an EmbeddedPostgresError.
 *
 * While another service uses the directory, waits for that service to end. After `signal` is aborted, the call rejects
 * and leaves nothing running.
 *
 * @example
 * const server = await superviseEmbedded({ dataDir: "./data", onEvent: console.log })
 * void server.lost.then((error) => process.exit(1))
 */
export const superviseEmbedded = async (
  options: SupervisionOptions,
  signal?: AbortSignal
): Promise<SupervisedServer> => {
  const home = await Home.open(options.dataDir)
  const onWait = (message: string) => options.onEvent?.({ _tag: "Waiting", message })
  const lock = await acquire(home, options.waitForOtherMs ?? WAIT_FOR_OTHER_MS, onWait, signal)
  try {
    signal?.throwIfAborted()
    const server = await run(home, lock, options)
    if (signal?.aborted === true) await server.stop()
    signal?.throwIfAborted()
    return server
  } catch (cause) {
    await lock.release()
    throw cause
  }
}
