export type Guard = <Args extends ReadonlyArray<unknown>>(callback: (...args: Args) => void) => (...args: Args) => void

type Callback = (...args: Array<never>) => void

let intercept: ((callback: Callback) => Callback) | null = null

/**
 * Lets a test replace each callback that is guarded from now on, for example with a callback that throws. Null stops
 * the replacement.
 */
export const interceptCallbacks = (replace: ((callback: Callback) => Callback) | null): void => {
  intercept = replace
}

/**
 * Guards the callbacks of one piece of work, such as a check, a query or a connection. Node ends the process if a
 * callback of a socket, stream, timer, signal or thread throws. A guarded callback calls `fail` with the error instead.
 * `fail` must settle the work before it cleans up. Errors that `fail` itself throws are ignored, because nothing could
 * report them any more.
 *
 * @example
 * ```ts
 * const firstBytes = (socket: Socket): Promise<string> =>
 *   new Promise((resolve, reject) => {
 *     const safely = guard(reject)
 *     socket.once("data", safely((bytes: Buffer) => resolve(bytes.toString("utf8"))))
 *   })
 * ```
 */
export const guard = (fail: (error: unknown) => void): Guard => {
  const wrap = (callback: Callback): Callback => {
    const run = intercept === null ? callback : intercept(callback)
    return (...args) => {
      try {
        run(...args)
      } catch (error) {
        try {
          fail(error)
        } catch {
          // The work has already been settled.
        }
      }
    }
  }
  return wrap as unknown as Guard
}
