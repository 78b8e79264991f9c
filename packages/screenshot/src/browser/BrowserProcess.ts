import process from "node:process"
import type { Browser, BrowserServer } from "playwright-core"
import { valueWithin } from "../valueWithin.ts"
import { makeBrowserHome } from "./BrowserHome.ts"
import { type BrowserSandbox, sandboxOf } from "./BrowserSandbox.ts"
import type { BrowserUser } from "./BrowserUser.ts"
import { chromiumFlags, proxySettings, withoutPlaywrightFlags } from "./chromiumFlags.ts"
import type { Chromium } from "./readVersion.ts"
import { guardMethods } from "./guardMethods.ts"
import { killGroup, megabytesOf } from "./ProcessGroup.ts"

/** A browser that runs in its own process group. */
export interface BrowserProcess {
  readonly browser: Browser
  readonly pid: number
  readonly sandbox: BrowserSandbox
  /** Returns the memory of all processes of the browser in megabytes; null if unknown. */
  readonly megabytes: () => number | null
  /** Settles when all processes of the browser have ended. */
  readonly ended: Promise<void>
  readonly kill: () => Promise<void>
  /** Asks the browser to exit, and kills it if it does not exit. */
  readonly close: () => Promise<void>
}

export interface StartOptions {
  readonly chromium: Chromium
  readonly proxyPort: number
  readonly user: BrowserUser
  readonly sandbox: boolean
  /** The caller's choice about the sandbox. Undefined: the browser uses the sandbox if the system allows it. */
  readonly required: boolean | undefined
}

const START_MS = 30_000
const CLOSE_MS = 3_000
/** The maximum wait for a killed process to end, in milliseconds. */
const KILL_MS = 5_000

/** Returns the environment variables of the browser, without the secrets of the service. */
const environment = (home: string): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  HOME: home,
  LANG: "C.UTF-8",
  TZ: "UTC"
})

const startServer = async (
  { chromium: { environment: additional }, proxyPort, sandbox }: StartOptions,
  { home, program }: { readonly home: string; readonly program: string }
): Promise<BrowserServer> => {
  const { chromium } = await import("playwright-core")
  // `launchServer` is used instead of `launch`, because only `launchServer` exposes the process, which must be killed
  // if it hangs.
  return chromium.launchServer({
    executablePath: program,
    headless: true,
    args: [...chromiumFlags(proxyPort)],
    ignoreDefaultArgs: [...withoutPlaywrightFlags],
    chromiumSandbox: sandbox,
    env: { ...environment(home), ...additional },
    host: "127.0.0.1",
    proxy: proxySettings(proxyPort),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: START_MS
  })
}

/** Starts a browser. Rejects with the browser's message if it does not start. */
export const startBrowser = async (options: StartOptions): Promise<BrowserProcess> => {
  const home = await makeBrowserHome(options.chromium.path, options.user)
  const server = await startServer(options, home).catch(async (error: unknown) => {
    await home.remove()
    throw error
  })
  const pid = server.process().pid ?? 0
  const gone = new Promise<void>((resolve) => {
    server.once("close", () => resolve())
  })
  const ended = (async () => {
    await gone
    killGroup(pid)
    await home.remove()
  })()
  const kill = async (): Promise<void> => {
    killGroup(pid)
    await valueWithin(ended, KILL_MS)
  }
  try {
    const { chromium } = await import("playwright-core")
    const browser = await chromium.connect(server.wsEndpoint(), { timeout: START_MS })
    await guardMethods(browser)
    return {
      browser,
      pid,
      sandbox: sandboxOf(options.sandbox, options.user, options.required),
      megabytes: () => megabytesOf(pid),
      ended,
      kill,
      close: async () => {
        await valueWithin(server.close(), CLOSE_MS)
        await kill()
      }
    }
  } catch (error) {
    await kill()
    throw error
  }
}
