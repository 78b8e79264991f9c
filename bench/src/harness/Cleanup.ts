import process from "node:process"

/** Registers a cleanup. */
export type Defer = (undo: () => Promise<unknown>) => void

/** Runs work, then its deferred cleanups in reverse order. Also when it fails, and on SIGINT and SIGTERM. */
export const withCleanup = async <A>(work: (defer: Defer) => Promise<A>): Promise<A> => {
  const undos: Array<() => Promise<unknown>> = []
  const clean = async () => {
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
      await undo().catch((error: unknown) => console.error(error))
    }
  }
  const onSignal = () => void clean().finally(() => process.exit(130))
  process.once("SIGINT", onSignal)
  process.once("SIGTERM", onSignal)
  try {
    return await work((undo) => undos.push(undo))
  } finally {
    await clean()
    process.off("SIGINT", onSignal)
    process.off("SIGTERM", onSignal)
  }
}
