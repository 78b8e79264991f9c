/** What the doctor found out about one thing. `fail` is what keeps the service from working, `warn` what somebody should know. */
export interface Finding {
  readonly subject: string
  readonly state: "ok" | "warn" | "fail"
  readonly detail: string
}

export const ok = (subject: string, detail: string): Finding => ({ subject, state: "ok", detail })
export const warn = (subject: string, detail: string): Finding => ({ subject, state: "warn", detail })
export const fail = (subject: string, detail: string): Finding => ({ subject, state: "fail", detail })

/** 0: all is well, 1: something fails, 2: there are warnings only. */
export const exitCode = (findings: ReadonlyArray<Finding>): 0 | 1 | 2 =>
  findings.some(({ state }) => state === "fail") ? 1 : findings.some(({ state }) => state === "warn") ? 2 : 0
