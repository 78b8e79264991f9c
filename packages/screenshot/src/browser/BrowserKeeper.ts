import { type BrowserProcess, launchBrowser, type LaunchOptions } from "./BrowserProcess.ts"

/** A browser for one page. */
export interface Lease {
  readonly browser: BrowserProcess
  readonly release: () => void
}

/** Keeps one browser running, and replaces it after so many pages or megabytes. */
export interface BrowserKeeper {
  /** Rejects when none starts. */
  readonly lease: () => Promise<Lease>
  /** The browsers that run now. */
  readonly pids: () => ReadonlyArray<number>
  readonly close: () => Promise<void>
}

export interface KeeperOptions extends LaunchOptions {
  readonly shotsPerBrowser: number
  readonly maxBrowserMegabytes: number
  readonly launch?: (options: LaunchOptions) => Promise<BrowserProcess>
}

interface Kept {
  readonly browser: BrowserProcess
  shots: number
  users: number
  /** No new pages; closed when the last one is done. */
  retired: boolean
}

/** Browsers to try for one page. */
const MAX_STARTS = 3

const retire = (kept: Kept): void => {
  kept.retired = true
}

const closeIfUnused = (kept: Kept): void => {
  if (kept.retired && kept.users === 0) void kept.browser.close()
}

/** Makes a {@link BrowserKeeper}; the first lease starts the browser. */
export const makeBrowserKeeper = ({
  shotsPerBrowser,
  maxBrowserMegabytes,
  launch = launchBrowser,
  ...options
}: KeeperOptions): BrowserKeeper => {
  const running = new Set<Kept>()
  let current: Promise<Kept> | null = null
  let closed = false

  const start = (): Promise<Kept> => {
    const starting = launch(options).then(async (browser) => {
      if (closed) {
        await browser.kill()
        throw new Error("The browser was closed.")
      }
      const kept: Kept = { browser, shots: 0, users: 0, retired: false }
      running.add(kept)
      void browser.ended.finally(() => {
        running.delete(kept)
        retire(kept)
      })
      return kept
    })
    current = starting
    starting.catch(() => {
      if (current === starting) current = null
    })
    return starting
  }

  const worn = (kept: Kept): boolean =>
    kept.shots >= shotsPerBrowser || (kept.browser.megabytes() ?? 0) > maxBrowserMegabytes

  const lease = async (starts = MAX_STARTS): Promise<Lease> => {
    const starting = current ?? start()
    const kept = await starting
    if (closed) throw new Error("The browser was closed.")
    if (!kept.browser.browser.isConnected()) retire(kept)
    if (kept.retired) {
      if (current === starting) current = null
      if (starts === 0) throw new Error("The browsers end as soon as they have started.")
      return lease(starts - 1)
    }
    kept.shots += 1
    kept.users += 1
    if (worn(kept)) retire(kept)
    let held = true
    return {
      browser: kept.browser,
      release: () => {
        if (!held) return
        held = false
        kept.users -= 1
        closeIfUnused(kept)
      }
    }
  }

  return {
    lease: () => (closed ? Promise.reject(new Error("The browser was closed.")) : lease()),
    pids: () => [...running].map(({ browser }) => browser.pid),
    close: async () => {
      closed = true
      await current?.catch(() => undefined)
      await Promise.all([...running].map(({ browser }) => browser.close()))
    }
  }
}
