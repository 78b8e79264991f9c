/** A result of the doctor. `fail`: the service does not work; `warn`: the service works with restrictions. */
export interface Finding {
  readonly subject: string
  readonly state: "ok" | "warn" | "fail"
  readonly detail: string
}

export const ok = (subject: string, detail: string): Finding => ({ subject, state: "ok", detail })
export const warn = (subject: string, detail: string): Finding => ({ subject, state: "warn", detail })
export const fail = (subject: string, detail: string): Finding => ({ subject, state: "fail", detail })

export const hasFailure = (findings: ReadonlyArray<Finding>): boolean => findings.some(({ state }) => state === "fail")
