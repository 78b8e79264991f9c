import type { BrowserProcess } from "./BrowserProcess.ts"

export interface Lease {
  readonly browser: BrowserProcess
  readonly release: () => void
}

/**
 * A pool that keeps one browser running. It replaces the browser after a number of pages, or if the browser uses too
 * much memory.
 */
export interface BrowserPool {
  /** Returns the browser for one page. Rejects if no browser can be started. */
  readonly lease: () => Promise<Lease>
  readonly pids: () => ReadonlyArray<number>
  readonly close: () => Promise<void>
}

export interface BrowserPoolOptions {
  readonly screenshotsPerBrowser: number
  readonly maxBrowserMegabytes: number
  readonly launch: () => Promise<BrowserProcess>
}

interface PooledBrowser {
  readonly browser: BrowserProcess
  shots: number
  users: number
  /** Whether the browser receives no new pages and closes after its last page. */
  retired: boolean
}

/** The number of browsers that are started for one page if each of them exits before it receives a page. */
const MAX_STARTS = 3

const retire = (pooled: PooledBrowser): void => {
  pooled.retired = true
}

const closeIfUnused = (pooled: PooledBrowser): void => {
  if (pooled.retired && pooled.users === 0) void pooled.browser.close()
}

/** Makes a {@link BrowserPool}. The first lease starts the browser. */
export const makeBrowserPool = ({
  screenshotsPerBrowser,
  maxBrowserMegabytes,
  launch
}: BrowserPoolOptions): BrowserPool => {
  const running = new Set<PooledBrowser>()
  let current: Promise<PooledBrowser> | null = null
  let closed = false

  const start = (): Promise<PooledBrowser> => {
    const starting = launch().then(async (browser) => {
      if (closed) {
        await browser.kill()
        throw new Error("The browser was closed.")
      }
      const pooled: PooledBrowser = { browser, shots: 0, users: 0, retired: false }
      running.add(pooled)
      void browser.ended.finally(() => {
        running.delete(pooled)
        retire(pooled)
      })
      return pooled
    })
    current = starting
    starting.catch(() => {
      if (current === starting) current = null
    })
    return starting
  }

  const isWorn = (pooled: PooledBrowser): boolean =>
    pooled.shots >= screenshotsPerBrowser || (pooled.browser.megabytes() ?? 0) > maxBrowserMegabytes

  const lease = async (starts = MAX_STARTS): Promise<Lease> => {
    const starting = current ?? start()
    const pooled = await starting
    if (closed) throw new Error("The browser was closed.")
    if (!pooled.browser.browser.isConnected()) retire(pooled)
    if (pooled.retired) {
      if (current === starting) current = null
      // A browser that has already received pages is only being replaced, so it does not count.
      const left = pooled.shots === 0 ? starts - 1 : starts
      if (left === 0) throw new Error("Every browser exits as soon as it has started.")
      return lease(left)
    }
    pooled.shots += 1
    pooled.users += 1
    if (isWorn(pooled)) retire(pooled)
    let tracked = true
    return {
      browser: pooled.browser,
      release: () => {
        if (!tracked) return
        tracked = false
        pooled.users -= 1
        closeIfUnused(pooled)
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
