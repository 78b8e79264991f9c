import { type BrowserProcess, startBrowser } from "./BrowserProcess.ts"
import { isSandboxRefusal } from "./BrowserSandbox.ts"
import { browserUser } from "./BrowserUser.ts"
import type { ChromiumPath } from "./ChromiumPath.ts"
import { unpackChromium } from "./PackagedChromium.ts"
import type { Chromium } from "./readVersion.ts"

/** The browser to start, and options for its start. */
export interface LaunchOptions {
  readonly chromium: Extract<ChromiumPath, { readonly ok: true }>
  readonly proxyPort: number
  /**
   * True: the browser runs only with the sandbox. False: it runs without. Undefined: it runs without only if the system
   * does not allow the sandbox.
   */
  readonly sandbox: boolean | undefined
}

/** Whether the system has refused the sandbox. If so, this process does not try again. */
let refused = false

const prepare = ({ path, source }: LaunchOptions["chromium"]): Promise<Chromium> =>
  source === "npm" ? unpackChromium(path, browserUser()) : Promise.resolve({ path, environment: {} })

/** Starts a browser. As root, runs it as an unprivileged user. Rejects if it does not start. */
export const launchBrowser = async ({ chromium, proxyPort, sandbox }: LaunchOptions): Promise<BrowserProcess> => {
  const prepared = await prepare(chromium)
  const start = (enabled: boolean): Promise<BrowserProcess> =>
    startBrowser({ chromium: prepared, proxyPort, user: browserUser(), sandbox: enabled, required: sandbox })
  if (sandbox !== undefined) return start(sandbox)
  if (refused) return start(false)
  return start(true).catch((error: unknown) => {
    if (!isSandboxRefusal(error)) throw error
    refused = true
    return start(false)
  })
}
