import process from "node:process"

/** Remembers what is to be undone. */
export type Defer = (undo: () => Promise<unknown>) => void

/** Runs work, then undoes what it has deferred, the last first; also when it fails, and when somebody presses ctrl-c. */
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
